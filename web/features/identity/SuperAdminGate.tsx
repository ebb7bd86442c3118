import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { ApiError } from '../../lib/api-client.ts'
import { pathTo } from '../../lib/paths.ts'
import { useSessionId } from '../../lib/session.ts'
import { Guard } from './Guard.tsx'

interface SuperAdminDoorProps {
  /** The error that a super admin's call failed with. */
  readonly error: Error | null
  readonly children: ReactNode
}

/**
 * Leads to the super admin login or sign-in code when the server refuses. It protects nothing itself:
 * only the server keeps others out.
 */
export function SuperAdminGate({ error, children }: SuperAdminDoorProps) {
  const session = useSessionId()
  if (session !== null && error instanceof ApiError && error.code === 'SIGN_IN_CODE_FIRST') {
    return <Guard>{() => children}</Guard>
  }
  if (session === null || (error instanceof ApiError && [401, 403].includes(error.status))) {
    return <Redirect to={pathTo('superAdminLogin')} replace />
  }
  return children
}
