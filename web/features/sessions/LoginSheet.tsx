import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import type { loginForm } from '../../../contract/sessions.ts'
import { useAction } from '../../shell/action.ts'
import { refetchCurrentUser } from '../../shell/current-user.ts'
import { startSession } from '../../shell/session.ts'
import { Form } from '../../ui/Form.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SheetPage } from '../../ui/SheetPage.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'

type Credentials = z.output<typeof loginForm>

interface LoginSheetProps {
  readonly heading: string
  readonly intro: string
  readonly schema: z.ZodMiniType<Credentials, Credentials>
  readonly logIn: (credentials: Credentials) => Promise<{ sessionId: string }>
  readonly failure: { readonly title: string; readonly fallback: string }
  readonly onLoggedIn: () => void
  readonly children?: ReactNode
}

/** Email and password on a sheet: the golfer's and the super admin's way in. */
export function LoginSheet(props: LoginSheetProps) {
  const [email, setEmail] = useState('')
  const logIn = useAction<Credentials, { sessionId: string }>({
    run: props.logIn,
    failure: props.failure,
    onSuccess: ({ sessionId }) => {
      startSession(sessionId)
      void refetchCurrentUser()
      props.onLoggedIn()
    },
  })
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
