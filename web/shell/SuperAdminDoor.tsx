import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { ApiError } from './api-client.ts'
import { Guard } from './Guard.tsx'
import { pathTo } from './paths.ts'
import { useSessionId } from './session.ts'

interface SuperAdminDoorProps {
  /** What a call of super admins has failed with. */
  readonly error: Error | null
  readonly children: ReactNode
}

/**
 * Keeps nobody out: the server does, and its refusals lead to the login of super admins, or to their
 * sign-in code.
 */
export function SuperAdminDoor({ error, children }: SuperAdminDoorProps) {
  const session = useSessionId()
  if (session !== null && error instanceof ApiError && error.code === 'SIGN_IN_CODE_FIRST') {
    return <Guard>{() => children}</Guard>
  }
  if (session === null || (error instanceof ApiError && [401, 403].includes(error.status))) {
    return <Redirect to={pathTo('superAdminLogin')} replace />
  }
  return children
}
