import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type * as z from 'zod/mini'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { listMyGroups, readGroup } from '../../../../contract/groups.ts'
import {
  joinForm,
  joinRequestForm,
  readInviteLink,
  requestToJoin,
} from '../../../../contract/invites.ts'
import { capitalized } from '../../../../contract/names.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { plural } from '../../../lib/counts.ts'
import { storeLoginRedirect } from '../../../lib/login-redirect.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import {
  queryClient,
  queryKeyOf,
  refetch,
  useCurrentUser,
  useEndpoint,
} from '../../../lib/query-client.ts'
import { refreshMyGroups } from '../../../lib/refetch-stale.ts'
import { useSessionId } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { ButtonLink } from '../../../ui/Links.tsx'
import { LoadingFailed, NoticeScreen } from '../../../ui/Notice.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { ContactFields, NO_CONTACT } from '../GroupFields.tsx'
import { findStoredRequest, storeContact } from '../signups/stored-signup.ts'
import { isInvalidLink } from '../welcome/redeem-link.ts'

type InviteWithToken = ResponseOf<typeof readInviteLink> & { readonly token: string }

export function Invite({ token }: { token: string }) {
  const invite = useEndpoint(readInviteLink, { params: { token } })
  usePageTitle(invite.data ? `Join ${invite.data.groupName}` : 'Invite')
  if (isInvalidLink(invite.error)) {
    return (
      <NoticeScreen
        title="This invite link doesn't work"
        action={<ButtonLink href={pathTo('landing')}>Go to Home</ButtonLink>}
      >
        It may have expired or been turned off. Ask the person who sent it for a new one.
      </NoticeScreen>
    )
  }
  if (!invite.data && invite.error) {
    return <LoadingFailed isScreen title="We couldn't load this invite link" query={invite} />
  }
  if (!invite.data) {
    return (
      <SheetPage heading="You're Invited" intro={'\u00a0'}>
        <Loading label="Loading the invite link" blocks={['h-6 w-48', 'h-11']} />
      </SheetPage>
    )
  }
  return <ValidInvite invite={{ ...invite.data, token }} />
}

function ValidInvite({ invite }: { invite: InviteWithToken }) {
  const isSignedIn = useSessionId() !== null
  return (
    <SheetPage
      heading={invite.groupName}
      intro={`A private golf group on Fourball, owned by ${capitalized(invite.ownerName)}, with ${plural(invite.memberCount, 'member')}`}
    >
      {isSignedIn ? <GolferInvite invite={invite} /> : <VisitorInvite invite={invite} />}
    </SheetPage>
  )
}

function GolferInvite({ invite }: { invite: InviteWithToken }) {
  const { slug, joinsWithoutApproval } = invite
  const ownerName = capitalized(invite.ownerName)
  const user = useCurrentUser()
  const myGroups = useEndpoint(listMyGroups, {})
  const request = useRequestToJoin(invite)
  if (request.data?.status === 'member' || myGroups.data?.some((group) => group.slug === slug)) {
    return (
      <RequestResult title="You're a Member">
        <p>You're already in this group.</p>
        <ButtonLink href={pathTo('group', { slug })} className="mt-4 w-full">
          Go to the Group
        </ButtonLink>
      </RequestResult>
    )
  }
  if (request.data) {
    return (
      <RequestResult title="Request Sent">
        <p>
          {ownerName} and the group's admins can see your request now. When one of them approves it,
          you'll find the group under My Golf.
        </p>
        <ButtonLink href={pathTo('dashboard')} look="outline" className="mt-4 w-full">
          Go to My Golf
        </ButtonLink>
      </RequestResult>
    )
  }
  return (
    <>
      <h2 className="font-display text-xl">You're Invited</h2>
      <p className="mt-2 wrap-anywhere">
        {joinsWithoutApproval
          ? 'Join now to see the tee times and claim spots.'
          : `${ownerName} or a group admin has to approve you. Then you can see the tee times and claim spots.`}{' '}
        The owner can see your phone number.
      </p>
      <p className="mt-3 min-h-12 text-sm text-muted wrap-anywhere">
        {user.data && (
          <>
            You're {joinsWithoutApproval ? 'joining' : 'asking to join'} as{' '}
            {capitalized(user.data.name)}, <span className="inline-block">{user.data.email}</span>
          </>
        )}
      </p>
      <Button
        className="mt-4 w-full"
        pending={request.isPending || myGroups.isPending}
        onClick={() => request.mutate(undefined)}
      >
        {joinsWithoutApproval && (request.isPending ? 'Joining...' : 'Join Group')}
        {!joinsWithoutApproval && (request.isPending ? 'Sending...' : 'Ask to Join')}
      </Button>
    </>
  )
}

function VisitorInvite({ invite }: { invite: InviteWithToken }) {
  const { token, ownerName, joinsWithoutApproval } = invite
  const [isAskingAgain, setAskingAgain] = useState(false)
  const request = useRequestToJoin(invite, () => setAskingAgain(false))
  const sentRequest = findStoredRequest(token)
  const storeReturnPath = () => storeLoginRedirect(pathTo('invite', { token }))
  if (sentRequest && !isAskingAgain) {
    const isInvited = sentRequest.status === 'invited'
    return (
      <>
        <RequestResult title={isInvited ? 'Check Your Email' : 'Request Sent'}>
          <p>
            {isInvited
              ? `We sent a link to ${sentRequest.email}. Open it to join.`
              : `${capitalized(ownerName)} or a group admin has to approve you. Then we'll email ${sentRequest.email} a link to join.`}
          </p>
        </RequestResult>
        <div className="mt-4 border-t border-line pt-3 text-center">
          <Button look="quiet" onClick={() => setAskingAgain(true)}>
            Use Another Email
          </Button>
          <p className="text-sm text-muted">
            Already have an account?{' '}
            <Link
              href={pathTo('login')}
              className="text-link inline-flex min-h-11 items-center"
              onClick={storeReturnPath}
            >
              Sign In
            </Link>
          </p>
        </div>
      </>
    )
  }
  const { name, phone } = sentRequest ?? NO_CONTACT
  return (
    <>
      <h2 ref={sentRequest && focusHeading} tabIndex={-1} className="font-display text-xl">
        You're Invited
      </h2>
      <p className="mt-2 mb-4">
        Members post the tee times they booked, and others claim the open spots.{' '}
        {joinsWithoutApproval
          ? "We'll email you a link to join."
          : "Tell the group's owner and admins who you are so they can let you in. They see your name and email. Once you join, the owner can see your phone number."}
      </p>
      <Form
        key={String(joinsWithoutApproval)}
        schema={joinsWithoutApproval ? joinForm : joinRequestForm}
        defaults={{ name, email: '', ...(!joinsWithoutApproval && { phone }) }}
        action={request}
        submitLabel={joinsWithoutApproval ? 'Join Group' : 'Ask to Join'}
        pendingLabel="Sending..."
      >
        <ContactFields isOwnContact hasPhone={!joinsWithoutApproval} />
      </Form>
      <div className="mt-5 border-t border-line pt-4">
        <p className="text-center text-sm text-muted">Already have an account?</p>
        <ButtonLink
          href={pathTo('login')}
          look="outline"
          className="mt-3 w-full"
          onClick={storeReturnPath}
        >
          Sign In First
        </ButtonLink>
      </div>
    </>
  )
}

/** Moves the focus to the heading, because the button that was tapped is gone. */
function focusHeading(heading: HTMLElement | null): void {
  heading?.focus()
}

/** Screen readers announce the result, because the button that was pressed is gone. */
function RequestResult({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div role="status" className="wrap-anywhere">
      <h2 className="mb-2 font-display text-xl">{title}</h2>
      {children}
    </div>
  )
}

type JoinRequestBody = z.output<typeof joinForm> | z.output<typeof joinRequestForm> | undefined

function useRequestToJoin(invite: InviteWithToken, onSent?: () => void) {
  const { token, slug, groupName, joinsWithoutApproval } = invite
  const [, navigate] = useLocation()
  return useAction({
    run: (body: JoinRequestBody) => call(requestToJoin, { params: { token }, body }),
    failure: joinsWithoutApproval
      ? { title: 'Failed to Join Group', doing: 'joining the group' }
      : { title: 'Failed to Send Request', doing: 'sending the request' },
    success: ({ status }) =>
      status === 'joined' && {
        title: 'Welcome to the Group',
        description: `You're now in ${groupName}. Claim an open spot.`,
      },
    onSuccess: ({ status }, body) => {
      // The golfer may have become a member since the page was opened.
      refreshMyGroups()
      if (body && (status === 'requested' || status === 'invited')) {
        storeContact({ phone: '', ...body, request: { inviteToken: token, status } })
        onSent?.()
      }
      if (status !== 'joined') return
      // The group may be cached from before the golfer was a member.
      queryClient.removeQueries({ queryKey: queryKeyOf(readGroup, { params: { slug } }) })
      navigate(pathTo('group', { slug }), { replace: true })
    },
    onError: () => refetch(readInviteLink, { params: { token } }),
  })
}
