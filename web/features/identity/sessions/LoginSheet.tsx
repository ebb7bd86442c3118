import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import type { AnswerOf, BodyOf } from '../../../../contract/endpoint.ts'
import type { login, loginForm } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { refetchCurrentUser } from '../../../lib/current-user.ts'
import { deviceKey, startSession } from '../../../lib/session.ts'
import { Form } from '../../../ui/Form.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'

type Credentials = z.output<typeof loginForm>
type Started = AnswerOf<typeof login>

const SignInCodeForm = onDemand(() =>
  import('../sign-in-codes/SignInCodeForm.tsx').then((part) => part.SignInCodeForm),
)

interface LoginSheetProps {
  readonly heading: string
  readonly intro: string
  readonly schema: z.ZodMiniType<Credentials, Credentials>
  readonly logIn: (body: BodyOf<typeof login>) => Promise<Started>
  readonly failure: { readonly title: string; readonly fallback: string }
  readonly onLoggedIn: () => void
  readonly children?: ReactNode
}

function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SIGN_IN_CODE_REQUIRED'
}

/** Form for the email and password, and then for the sign-in code if the account has one. */
export function LoginSheet(props: LoginSheetProps) {
  const [email, setEmail] = useState('')
  // Set once the password is confirmed and a code is needed.
  const [confirmed, setConfirmed] = useState<Credentials>()
  const logIn = useAction<Credentials & { code?: string }, Started | undefined>({
    run: async (typed) => {
      try {
        return await props.logIn({ ...typed, ...deviceKey() })
      } catch (error) {
        if (typed.code === undefined && asksForCode(error)) return undefined
        throw error
      }
    },
    failure: props.failure,
    onSuccess: (started, { email, password }) => {
      if (started === undefined) {
        setConfirmed({ email, password })
        return
      }
      startSession(started.sessionId, started.device)
      void refetchCurrentUser()
      props.onLoggedIn()
    },
  })
  if (confirmed !== undefined) {
    return (
      <SheetPage heading={props.heading} intro="Enter the code from your authenticator app.">
        <SignInCodeForm
          onCode={(code) => logIn.mutate({ ...confirmed, code })}
          pending={logIn.isPending}
          error={logIn.error}
          submitLabel="Sign In"
          pendingLabel="Signing in..."
        />
      </SheetPage>
    )
  }
  return (
    <SheetPage heading={props.heading} intro={props.intro} below={props.children}>
      <Form
        schema={props.schema}
        defaults={{ email: '', password: '' }}
        onSubmit={(credentials) => logIn.mutate(credentials)}
        pending={logIn.isPending}
        error={logIn.error}
        submitLabel="Sign In"
        pendingLabel="Signing in..."
      >
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
      </Form>
      <div className="-mb-3 pt-1 text-center">
        <ForgotPassword look="quiet" label="Forgot password?" email={email} />
      </div>
    </SheetPage>
  )
}
