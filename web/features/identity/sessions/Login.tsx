import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type * as z from 'zod/mini'
import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { login, type loginForm, superAdminLogin } from '../../../../contract/sessions.ts'
import { type FailureToast, useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api-client.ts'
import {
  nameFromSlug,
  pathAfterLogin,
  slugIn,
  takeLoginRedirect,
} from '../../../lib/login-redirect.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { refetchCurrentUser } from '../../../lib/query-client.ts'
import { startSession, storedDevice } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast-store.ts'
import { EmailField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { SheetPage } from '../../../ui/SheetPage.tsx'
import { Login as LazyLogin } from '../Guard.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'

// The forms can be shown and filled in before their schemas have loaded.
const loadFormSchemas = () => import('./login-form-schemas.ts')

export function Login() {
  const [path, navigate] = useLocation()
  // Read only once: the URL may change before this screen disappears, but the heading must not.
  const [slug] = useState(() => slugIn(path))
  const group = slug === undefined ? undefined : nameFromSlug(slug)
  usePageTitle(group === undefined ? 'Sign In' : `${group} · Sign In`)
  return (
    <LoginSheet
      heading={group ?? 'Fourball'}
      intro="Sign in to see the tee times."
      schema={async () => (await loadFormSchemas()).loginForm}
      logIn={(body) => call(login, { body })}
      failure={{ title: 'Login Failed', fallback: 'Invalid email or password.' }}
      onLoggedIn={() =>
        navigate(pathAfterLogin(window.location.search, takeLoginRedirect()), { replace: true })
      }
    >
      <div className="mt-5 text-center text-muted">
        <p>No account yet? Your group's owner can add you.</p>
        <Link href={pathTo('landing')} className="text-link inline-flex min-h-11 items-center">
          Start Your Own Group
        </Link>
      </div>
    </LoginSheet>
  )
}

export function SuperAdminLogin() {
  const [, navigate] = useLocation()
  usePageTitle('Super Admin')
  return (
    <LoginSheet
      heading="Super Admin"
      intro="For the people who run Fourball."
      schema={async () => (await loadFormSchemas()).superAdminLoginForm}
      logIn={(body) => call(superAdminLogin, { body })}
      failure={{ title: 'Access Denied', fallback: 'Invalid super admin credentials.' }}
      onLoggedIn={() => {
        toast({ title: 'Super Admin Access Granted' })
        navigate(pathTo('superAdmin'))
      }}
    />
  )
}

type Credentials = z.output<typeof loginForm>

const { SignInCodeForm } = onDemand(() => import('../sign-in-codes/SignInCodeForm.tsx'))

function LoginSheet(props: {
  heading: string
  intro: string
  schema: () => Promise<z.ZodMiniType<Credentials, Credentials>>
  logIn: (body: BodyOf<typeof login>) => Promise<ResponseOf<typeof login>>
  failure: FailureToast
  onLoggedIn: () => void
  children?: ReactNode
}) {
  const [email, setEmail] = useState('')
  // Set when the server has accepted the password and requires a sign-in code.
  const [acceptedCredentials, setAcceptedCredentials] = useState<Credentials>()
  useEffect(() => {
    // If this fails, the form tries again when it is submitted.
    loadFormSchemas().catch(() => undefined)
  }, [])
  const logIn = useAction({
    run: async (typed: Credentials & { code?: string }) => {
      try {
        return await props.logIn({ ...typed, ...storedDevice() })
      } catch (error) {
        const isCodeNext = error instanceof ApiError && error.code === 'SIGN_IN_CODE_REQUIRED'
        if (typed.code === undefined && isCodeNext) return undefined
        throw error
      }
    },
    failure: props.failure,
    onSuccess: (session, { email, password }) => {
      if (session === undefined) {
        setAcceptedCredentials({ email, password })
        return
      }
      startSession(session.sessionId, session.device)
      refetchCurrentUser()
      props.onLoggedIn()
    },
  })
  if (acceptedCredentials !== undefined) {
    return (
      <SheetPage heading={props.heading} intro="Enter the code from your authenticator app.">
        <SignInCodeForm
          action={{ ...logIn, mutate: (code) => logIn.mutate({ ...acceptedCredentials, code }) }}
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
        action={logIn}
        submitLabel="Sign In"
        pendingLabel="Signing in..."
      >
        <EmailField
          name="email"
          label="Email"
          autoComplete="username"
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField name="password" label="Password" />
      </Form>
      <div className="-mb-3 pt-1 text-center">
        <ForgotPassword email={email} />
      </div>
    </SheetPage>
  )
}

LazyLogin.provide(Login)
