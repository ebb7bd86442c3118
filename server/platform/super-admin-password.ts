import { isCommonPassword } from '../../contract/well-known-passwords.ts'

const MIN_LENGTH = 12

/** What a refused password is answered with. */
export const WEAK_PASSWORD = `too weak; use at least ${MIN_LENGTH} characters that are hard to guess`

/** Too short, too uniform, common, or made of the address: the guesses an attacker tries first. */
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
