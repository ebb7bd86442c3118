import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { nameForm } from '../../../contract/golfers.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import {
  readWelcome,
  setPasswordForm,
  useWelcome as spendLink,
  type WelcomeLink,
} from '../../../contract/welcome.ts'
import { useAction } from '../../shell/action.ts'
import { ApiError, call, failureText, LOADING_FAILED } from '../../shell/api-client.ts'
import { refetchCurrentUser } from '../../shell/current-user.ts'
import { ScreenWaiting } from '../../shell/lazy-screen.tsx'
import { NewPasswordField } from '../../shell/NewPasswordField.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { pathTo } from '../../shell/paths.ts'
import { useAnswer } from '../../shell/query-client.ts'
import { startSession } from '../../shell/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SheetPage } from '../../ui/SheetPage.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast-store.ts'

const newAccountForm = z.extend(setPasswordForm, nameForm.shape)

interface WelcomeProps {
  readonly token: string
  /** The way to another link. */
  readonly forgotPassword: ReactNode
}

/** Where a link from a mail leads: set a password, or start the group that waits. */
export function Welcome({ token, forgotPassword }: WelcomeProps) {
  usePageTitle('Welcome')
  const link = useAnswer(readWelcome, { params: { token } })
  if (link.isPending) return <ScreenWaiting />
  if (isDead(link.error)) return <DeadLink forgotPassword={forgotPassword} />
  if (!link.data) {
    return (
      <main className="column grid min-h-dvh place-items-center">
        <Notice
          as="h1"
          title="Your link can't be opened"
          action={<Button onClick={() => link.refetch()}>Try Again</Button>}
        >
          {failureText(link.error, LOADING_FAILED)}
        </Notice>
      </main>
    )
  }
  return <OpenLink token={token} link={link.data} onDead={() => void link.refetch()} />
}

function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_INVALID'
}

function DeadLink({ forgotPassword }: Pick<WelcomeProps, 'forgotPassword'>) {
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice
        as="h1"
        title="This link doesn't work any more"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {forgotPassword}
            <Link href={pathTo('login')} className={buttonClass('outline')}>
              Sign In
            </Link>
          </div>
        }
      >
        It has expired or was used already. If you have a password, sign in with it. If not, get a
        new link. A new group that you have paid for has started by itself; one that was not started
        in time needs a new sign-up.
      </Notice>
    </main>
  )
}

const FAILURES = {
  'start-group': {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
  },
  'open-group': { title: 'Login Failed', fallback: 'Your group could not be opened. Try again.' },
  'join-group': { title: 'Failed to Join Group', fallback: 'An error occurred. Try again.' },
  'new-account': {
    title: 'Failed to Create Account',
    fallback: 'An error occurred while creating your account.',
  },
  'set-password': {
    title: 'Password Change Failed',
    fallback: 'Failed to change password. Please try again.',
  },
} as const

interface OpenLinkProps {
  readonly token: string
  readonly link: WelcomeLink
  /** The link was used, or ran out, while it was looked at. */
  readonly onDead: () => void
}

function OpenLink({ token, link, onDead }: OpenLinkProps) {
  const [, navigate] = useLocation()
  const starts = link.purpose === 'start-group'
  const opens = link.purpose === 'open-group' || link.purpose === 'join-group'
  const use = useAction<{ password?: string; name?: string }, AnswerOf<typeof spendLink>>({
    run: (body) => call(spendLink, { params: { token }, body }),
    failure: FAILURES[link.purpose],
    onSuccess: ({ sessionId, device, slug }) => {
      startSession(sessionId, device)
      void refetchCurrentUser()
      navigate(slug === null ? pathTo('dashboard') : pathTo('group', { slug }), { replace: true })
      if (starts) toast({ title: 'Group Created!', description: 'Invite your golf buddies next.' })
    },
    onError: (error) => {
      if (isDead(error)) onDead()
    },
  })
  const pending = use.isPending || use.isSuccess
  const { name, email, groupName } = link
  if (starts || opens) {
    const does = opens ? ['Open', 'Opening...'] : ['Start', 'Starting...']
    return (
      <SheetPage
        heading={groupName ?? 'Your group'}
        intro={
          opens
            ? 'Your golf group is paid for, and has started by itself.'
            : 'Your golf group is ready to start.'
        }
      >
        <p className="wrap-anywhere">
          {opens ? 'It is yours' : 'It becomes yours'}, with the account you have:{' '}
          <strong>{email}</strong>. Your password stays as it is.
        </p>
        <Button
          className="mt-5 w-full wrap-anywhere"
          pending={pending}
          onClick={() => use.mutate({})}
        >
          {pending ? does[1] : `${does[0]} ${groupName ?? 'your group'}`}
        </Button>
      </SheetPage>
    )
  }
  return (
    <SheetPage
      heading={groupName ?? 'Fourball'}
      intro={
        name === null
          ? 'Welcome. Set your password to see the tee times.'
          : `Welcome, ${name}. Set your password to see the tee times.`
      }
    >
      <p className="mb-4">
        <span className="block text-sm font-semibold">Email</span>
        <span className="wrap-anywhere">{email}</span>
      </p>
      {link.purpose === 'new-account' ? (
        <Form
          schema={newAccountForm}
          defaults={{ name: link.suggestedName ?? '', password: '' }}
          onSubmit={(values) => use.mutate(values)}
          pending={pending}
          error={use.error}
          submitLabel="Set Password"
          pendingLabel="Signing in..."
        >
          <input hidden readOnly type="text" autoComplete="username" value={email} />
          <TextField name="name" label="Name" maxLength={MAX_NAME_LENGTH} autoComplete="name" />
          <NewPasswordField name="password" label="New Password" />
        </Form>
      ) : (
        <Form
          schema={setPasswordForm}
          defaults={{ password: '' }}
          onSubmit={(values) => use.mutate(values)}
          pending={pending}
          error={use.error}
          submitLabel="Set Password"
          pendingLabel="Signing in..."
        >
          {/* For password keepers, which store it with the address. */}
          <input hidden readOnly type="text" autoComplete="username" value={email} />
          <NewPasswordField name="password" label="New Password" />
        </Form>
      )}
    </SheetPage>
  )
}
