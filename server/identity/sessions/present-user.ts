import type { User } from '../../../contract/sessions.ts'
import type { SessionHolder } from './access.ts'

/** Returns the golfer of a session in the form sent to that golfer. */
export function presentUser(holder: Omit<SessionHolder, 'sessionId'>): User {
  const { golferId, name, email, phone, phoneConfirmed, isSuperAdmin, signInCode, createdAt } =
    holder
  return {
    id: golferId,
    name,
    email,
    phone,
    phoneConfirmed,
    isSuperAdmin,
    createdAt: createdAt.toISOString(),
    ...(signInCode && { signInCode }),
  }
}
