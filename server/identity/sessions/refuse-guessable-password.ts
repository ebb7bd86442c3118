import { isCommonPassword } from '../../../contract/well-known-passwords.ts'
import type { Context } from '../../context.ts'
import { isWeakForSuperAdmin } from '../../platform/config.ts'
import { invalidField } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import { findNames } from './store.ts'

/** Words that an attacker would guess for this app, besides the golfer's own. */
const HERE = ['fourball', 'fourballgolf']
const SHORTEST_WORD = 3

interface PasswordChooser {
  /** Null when the account is just being created. */
  readonly golferId: number | null
  readonly email: string
  readonly isSuperAdmin: boolean
}

/**
 * Refuses a new password that an attacker would try first: a common one, or the golfer's own email, name or
 * group (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Super admins need a longer one.
 * @param field the form field with the password
 * @param more words to refuse besides the golfer's own
 * @throws AppError INVALID_INPUT
 */
export async function refuseGuessablePassword(
  ctx: Pick<Context, 'db' | 'golferHooks'>,
  chooser: PasswordChooser,
  field: string,
  password: string,
  more: readonly string[] = [],
): Promise<void> {
  if (isCommonPassword(password)) {
    throw invalidField(
      field,
      'Many people use this password, so it is easy to guess. Choose another one.',
    )
  }
  const { golferId, email } = chooser
  const own = golferId === null ? [email] : await listOwnWords(ctx, golferId)
  const words = [...own, ...more, ...HERE]
  if (isMadeOf(password, words)) {
    throw invalidField(
      field,
      'This password is your name, email or group, so it is easy to guess. Choose another one.',
    )
  }
  if (chooser.isSuperAdmin && isWeakForSuperAdmin(password, chooser.email)) {
    throw invalidField(
      field,
      'A super admin needs a password of at least 12 characters that is hard to guess.',
    )
  }
}

/** Lists the words a golfer's password must not be made of: the email, the name and the group names. */
async function listOwnWords(
  { db, golferHooks }: Pick<Context, 'db' | 'golferHooks'>,
  golferId: number,
): Promise<string[]> {
  const names = await findNames(db, golferId)
  const more = await runHooks(golferHooks, (hooks) => hooks.listPersonalWords?.(db, golferId))
  return [...names, ...more.flat()]
}

/** Returns whether a password is one of the words, ignoring case, punctuation and trailing digits. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const bare = normalize(password)
  const withoutDigits = bare.replace(/\d+$/, '')
  return words
    .flatMap((word) => [normalize(word), normalize(word.split('@')[0] ?? '')])
    .some((word) => word.length >= SHORTEST_WORD && (word === bare || word === withoutDigits))
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
