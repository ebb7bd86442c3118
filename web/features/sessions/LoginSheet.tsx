import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { loginForm } from '../../../contract/sessions.ts'
import { useAction } from '../../shell/action.ts'
import { refetchCurrentUser } from '../../shell/current-user.ts'
import { startSession } from '../../shell/session.ts'
import { Form } from '../../ui/Form.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'

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
    <div className="flex min-h-dvh flex-col">
      <header className="turf pt-[max(2.5rem,env(safe-area-inset-top))] pb-24">
        <div className="column">
          <Mark size={44} />
          <h1 className="mt-4 font-display text-3xl leading-tight wrap-anywhere">
            {props.heading}
          </h1>
          <p className="mt-1 text-on-turf-muted">{props.intro}</p>
        </div>
      </header>
      <main className="column -mt-16 pb-10">
        <div className="sheet p-5">
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
            />
            <PasswordField name="password" label="Password" autoComplete="current-password" />
          </Form>
        </div>
        {props.children}
      </main>
    </div>
  )
}
