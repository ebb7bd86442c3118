import { type ReactNode, useState } from 'react'
import { INVITATION_COOLDOWN_DAYS } from '../../../../contract/invitations.ts'
import { capitalized } from '../../../../contract/names.ts'
import { declineWelcomeLink, readWelcome, setPasswordForm } from '../../../../contract/welcome.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { useSessionId } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { ButtonLink } from '../../../ui/Links.tsx'
import { LoadingFailed, NoticeScreen } from '../../../ui/Notice.tsx'
import { ScreenWaiting } from '../../../ui/on-demand.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { ForgotPassword } from '../../identity/sessions/ForgotPassword.tsx'
import { NewPasswordField } from '../../identity/sessions/NewPasswordField.tsx'
import { DeclineDialog } from '../Invitations.tsx'
import {
  isInvalidLink,
  reloadIfInvalid,
  useRedeemLink,
  type WelcomeLinkWithToken,
} from './redeem-link.ts'
import { AccountEmail, SetUpAccount } from './SetUpAccount.tsx'

export function Welcome({ token }: { readonly token: string }) {
  usePageTitle('Welcome')
  const query = useEndpoint(readWelcome, { params: { token } })
  const [declinedGroup, setDeclinedGroup] = useState<string>()
  if (declinedGroup !== undefined) return <Declined group={declinedGroup} />
  if (query.isPending) return <ScreenWaiting />
  if (isInvalidLink(query.error)) return <DeadLink />
  if (!query.data) {
    return <LoadingFailed isScreen title="We couldn't open your link" query={query} />
  }
  const link = { ...query.data, token }
  const decline = link.isInvitation && (
    <DeclineInvitation link={link} onDeclined={setDeclinedGroup} />
  )
  if (link.purpose === 'new-account') return <SetUpAccount link={link} below={decline} />
  if (link.purpose === 'set-password') return <SetPassword link={link} />
  return <OneTap link={link} wording={ONE_TAP_WORDING[link.purpose]} below={decline} />
}

function DeadLink() {
  const isSignedIn = useSessionId() !== null
  return (
    <NoticeScreen
      title="This link no longer works"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={pathTo(isSignedIn ? 'dashboard' : 'login')}>
            {isSignedIn ? 'Go to My Golf' : 'Sign In'}
          </ButtonLink>
          <ForgotPassword isNewLink />
        </div>
      }
    >
      It was already used or withdrawn, or it has expired.{' '}
      {isSignedIn
        ? "You're signed in. Your groups and invitations are under My Golf."
        : "Sign in with your password. Don't have one, or forgot it? Get a new link, or ask the person who invited you."}
    </NoticeScreen>
  )
}

function Declined({ group }: { group: string }) {
  return (
    <NoticeScreen
      title="Invitation Declined"
      action={
        <ButtonLink href={pathTo('landing')} look="outline">
          Go to Home
        </ButtonLink>
      }
    >
      {group} can't invite you again for {INVITATION_COOLDOWN_DAYS} days. If you change your mind,
      ask for its invite link.
    </NoticeScreen>
  )
}

const ONE_TAP_WORDING = {
  'start-group': {
    intro: 'Your golf group is ready to start.',
    effect: "You'll be the owner.",
    label: (group: string) => `Start ${group}`,
    pendingLabel: 'Starting...',
    failure: {
      title: 'Failed to Create Group',
      fallback: 'An error occurred while creating the group.',
    },
  },
  'open-group': {
    intro: 'Your golf group is paid for and ready.',
    effect: "It's yours.",
    label: (group: string) => `Open ${group}`,
    pendingLabel: 'Opening...',
    failure: { title: 'Login Failed', fallback: "We couldn't open your group. Try again." },
  },
  'join-group': {
    intro: "You're invited to this golf group.",
    effect: "You'll join as a member.",
    label: () => 'Accept Invitation',
    pendingLabel: 'Joining...',
    failure: { title: 'Failed to Join Group', doing: 'joining the group' },
  },
} as const

function OneTap(props: {
  link: WelcomeLinkWithToken
  wording: (typeof ONE_TAP_WORDING)[keyof typeof ONE_TAP_WORDING]
  below: ReactNode
}) {
  const { link, wording, below } = props
  const { groupName, inviterName, email } = link
  const redeem = useRedeemLink(link, wording.failure)
  return (
    <SheetPage
      heading={groupName ?? 'Your group'}
      intro={
        inviterName === null
          ? wording.intro
          : `${capitalized(inviterName)} invited you to this golf group.`
      }
      below={below}
    >
      <p className="wrap-anywhere">
        {wording.effect} Your account is <strong>{email}</strong>, and your password stays the same.
      </p>
      <Button
        className="mt-5 w-full wrap-anywhere"
        pending={redeem.isPending}
        onClick={() => redeem.mutate({})}
      >
        {redeem.isPending ? wording.pendingLabel : wording.label(groupName ?? 'your group')}
      </Button>
    </SheetPage>
  )
}

function SetPassword({ link }: { link: WelcomeLinkWithToken }) {
  const { name, email, groupName } = link
  const redeem = useRedeemLink(link, {
    title: 'Password Change Failed',
    fallback: 'Failed to change password. Please try again.',
  })
  return (
    <SheetPage
      heading={groupName ?? 'Fourball'}
      intro={`Welcome${name === null ? '' : `, ${capitalized(name)}`}. Set your password to see the tee times.`}
    >
      <Form
        schema={setPasswordForm}
        defaults={{ password: '' }}
        action={redeem}
        submitLabel="Set Password"
        pendingLabel="Signing in..."
      >
        <AccountEmail email={email} />
        <NewPasswordField name="password" />
      </Form>
    </SheetPage>
  )
}

function DeclineInvitation(props: {
  link: WelcomeLinkWithToken
  onDeclined: (group: string) => void
}) {
  const { link } = props
  const [isAsking, setIsAsking] = useState(false)
  const group = link.groupName ?? 'The group'
  const decline = useAction({
    run: () => call(declineWelcomeLink, { params: { token: link.token } }),
    failure: { title: 'Failed to Decline Invitation', doing: 'declining the invitation' },
    onSuccess: () => props.onDeclined(group),
    onError: (error) => {
      setIsAsking(false)
      reloadIfInvalid(link.token, error)
    },
  })
  return (
    <p className="mt-4 text-center">
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Decline Invitation
      </Button>
      {isAsking && (
        <DeclineDialog groupName={group} action={decline} onClose={() => setIsAsking(false)} />
      )}
    </p>
  )
}
