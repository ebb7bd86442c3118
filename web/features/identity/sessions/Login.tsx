import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { login, loginForm } from '../../../../contract/sessions.ts'
import { call } from '../../../lib/api-client.ts'
import { afterLogin, nameFromSlug, slugIn, takeLoginRedirect } from '../../../lib/login-redirect.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { LoginSheet } from './LoginSheet.tsx'

/** The sign-in screen, at /login and in place of any screen that needs a session. */
export function Login() {
  const [path, navigate] = useLocation()
  // Read once: the address may change before this screen disappears, but the heading must not.
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
    >
      <div className="mt-5 text-center text-muted">
        <p>No account yet? Your group's owner can add you.</p>
        <Link
          href={pathTo('landing')}
          className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
        >
          Start a group of your own
        </Link>
      </div>
    </LoginSheet>
  )
}
