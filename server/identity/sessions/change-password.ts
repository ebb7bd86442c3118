import { isCommonPassword } from '../../../contract/well-known-passwords.ts'
import type { Context } from '../../context.ts'
import { isWeakForSuperAdmin } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, invalidField, notSignedIn } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { findAccount } from '../golfers/store.ts'
import { clearFailures, countAttempt, fingerprint } from '../sign-in-delays/count-attempt.ts'
import { replacePassword, storePassword } from './store.ts'

/**
 * Changes the password of the session's golfer, notifies them by email, and ends their other sessions.
 * @throws AppError WRONG_PASSWORD when the current one does not match; INVALID_INPUT for one that is easy
 * to guess; UNAUTHENTICATED when this session was ended meanwhile
 */
export async function changePassword(
  ctx: Context,
  holder: SessionHolder,
  form: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!(await isMyPassword(ctx, holder, form.currentPassword))) {
    const message = "Your current password isn't right."
    throw new AppError('WRONG_PASSWORD', message, { fields: { currentPassword: message } })
  }
  await refuseGuessablePassword(ctx, holder, 'newPassword', form.newPassword)
  const hash = await hashPassword(form.newPassword)
  await ctx.db.transaction(async (tx) => {
    if (!(await replacePassword(tx, holder, hash))) throw notSignedIn()
    const now = ctx.clock.now()
    const key = `password-changed:${holder.golferId}:${now.toISOString()}`
    await ctx.notify(tx, 'password-changed', [{ golferId: holder.golferId, key }], now)
  })
  logAuthEvent(ctx.log, 'auth.password_changed', { golferId: holder.golferId })
}

/**
 * Sets a golfer's password without asking for the old one. Ends all sessions, and deletes links to set a
 * password and failed sign-ins. Returns false, changing nothing, once the account is deleted.
 * @param hash the password's hash, from `hashPassword`
 */
export async function setPassword(tx: Queries, golferId: number, hash: string): Promise<boolean> {
  if (!(await storePassword(tx, golferId, hash))) return false
  await clearFailures(tx, golferId)
  return true
}

/**
 * Returns whether this is the password of the session's golfer. Wrong attempts cause a delay that is
 * separate from the sign-in delay.
 * @throws AppError RATE_LIMITED during a delay
 */
export async function isMyPassword(
  ctx: Context,
  { golferId }: SessionHolder,
  password: string,
): Promise<boolean> {
  const key = await fingerprint(ctx.db, 'current password', golferId)
  const isRight = await countAttempt(ctx, { key }, async () =>
    verifyPassword((await findAccount(ctx.db, golferId))?.password, password),
  )
  if (!isRight) logAuthEvent(ctx.log, 'auth.password_check_failed', { golferId })
  return isRight
}

/** Words that an attacker would guess for this app, besides the golfer's own. */
const APP_WORDS = ['fourball', 'fourballgolf']
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
    throw invalidField(field, 'This password is common and easy to guess. Choose another one.')
  }
  const { golferId, email } = chooser
  const own = golferId === null ? [email] : await listOwnWords(ctx, golferId)
  const words = [...own, ...more, ...APP_WORDS]
  if (isMadeOf(password, words)) {
    throw invalidField(
      field,
      "This password is your name, email or group, so it's easy to guess. Choose another one.",
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
  const golfer = await findAccount(db, golferId)
  const more = await runHooks(golferHooks, (hooks) => hooks.listPersonalWords?.(db, golferId))
  return [...(golfer ? [golfer.email, golfer.name] : []), ...more.flat()]
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
