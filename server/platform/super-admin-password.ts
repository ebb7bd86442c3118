import { isCommonPassword } from '../../contract/well-known-passwords.ts'

const MIN_LENGTH = 12

/** The message for a password that is refused. */
export const WEAK_PASSWORD = `too weak; use at least ${MIN_LENGTH} characters that are hard to guess`

/** Returns whether a password is short, uniform, common or based on the email: what attackers try first. */
export function isWeakForSuperAdmin(password: string, email: string): boolean {
  const folded = password.toLowerCase()
  const local = email.split('@')[0]?.toLowerCase() ?? ''
  return (
    password.length < MIN_LENGTH ||
    new Set(folded).size < 6 ||
    (local.length >= 3 && folded.includes(local)) ||
    /^(password|changeme|letmein|qwerty|123456|administrator)/.test(folded) ||
    isCommonPassword(password)
  )
}
