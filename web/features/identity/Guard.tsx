import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { User } from '../../../contract/sessions.ts'
import { ApiError } from '../../lib/api-client.ts'
import { redirectFor, storeLoginRedirect } from '../../lib/login-redirect.ts'
import { pathTo } from '../../lib/paths.ts'
import { useCurrentUser } from '../../lib/query-client.ts'
import { useSessionId } from '../../lib/session.ts'
import { LoadingFailed } from '../../ui/Notice.tsx'
import { lazyScreens } from '../../ui/on-demand.tsx'

export const { Login } = lazyScreens(() => import('./sessions/Login.tsx'))

export const LOGIN_PAGE = {
  title: 'Sign In',
  description: 'Sign in to see the tee times.',
} as const

const { SignInCodeGate } = lazyScreens(() => import('./sign-in-codes/SignInCode.tsx'))

export function Guard({ children }: { children: (user: User | undefined) => ReactNode }) {
  const sessionId = useSessionId()
  const user = useCurrentUser()
  if (sessionId === null) return <LoginHere />
  if (!user.data && user.error) {
    return <LoadingFailed isScreen title="We couldn't load your account" query={user} />
  }
  const status = user.data?.signInCode
  if (status === 'enter' || status === 'set-up') return <SignInCodeGate status={status} />
  return children(user.data ?? undefined)
}

export function LoginHere() {
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => storeLoginRedirect(redirectFor(path, search)), [path, search])
  return <Login />
}

export function SuperAdminGate({ error, children }: { error: Error | null; children: ReactNode }) {
  const session = useSessionId()
  if (session !== null && error instanceof ApiError && error.code === 'SIGN_IN_CODE_FIRST') {
    return <Guard>{() => children}</Guard>
  }
  if (session === null || (error instanceof ApiError && [401, 403].includes(error.status))) {
    return <Redirect to={pathTo('superAdminLogin')} replace />
  }
  return children
}
