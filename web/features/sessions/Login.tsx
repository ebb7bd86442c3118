import { useState } from 'react'
import { useLocation } from 'wouter'
import { login, loginForm } from '../../../contract/sessions.ts'
import { call } from '../../shell/api-client.ts'
import { afterLogin, nameFromSlug, slugIn, takeLoginRedirect } from '../../shell/login-redirect.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { LoginSheet } from './LoginSheet.tsx'

/** Sign in: at /login, and in place of a screen that wants a session. */
export function Login() {
  const [path, navigate] = useLocation()
  // The address may change before this screen goes; its name stays the one that was asked for.
  const [slug] = useState(() => slugIn(path))
  const group = slug === undefined ? undefined : nameFromSlug(slug)
  usePageTitle(group === undefined ? 'Sign In' : `${group} · Sign In`)
  return (
    <LoginSheet
      heading={group ?? 'Fourball'}
      intro="Sign in to see the tee times."
      schema={loginForm}
      logIn={(body) => call(login, { body })}
      failure={{ title: 'Login Failed', fallback: 'Invalid email or password.' }}
      onLoggedIn={() =>
        navigate(afterLogin(window.location.search, takeLoginRedirect()), { replace: true })
      }
    />
  )
}
