import { isCommonPassword } from '../../../contract/well-known-passwords.ts'
import type { Context } from '../../context.ts'
import { isWeakForSuperAdmin } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { findAccount } from '../golfers/store.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import { accountKey, countAttempt, fingerprint } from '../sign-in-delays/count-attempt.ts'
import { deleteFailures } from '../sign-in-delays/store.ts'
import { requireSession, storePassword } from './store.ts'

/**
 * @throws AppError WRONG_PASSWORD; RATE_LIMITED; INVALID_INPUT for a password that is easy to guess;
 * UNAUTHENTICATED if this session has just ended
 */
export async function changePassword(
  ctx: Context,
  holder: SessionHolder,
  form: { currentPassword: string; newPassword: string },
) {
  const refusal = "Your current password isn't right."
  await requirePassword(ctx, holder, 'currentPassword', form.currentPassword, refusal)
  await refuseGuessablePassword(ctx, holder, 'newPassword', form.newPassword)
  const hash = await hashPassword(form.newPassword)
  await ctx.db.transaction(async (tx) => {
    await requireSession(tx, holder)
    await storePassword(tx, holder.golferId, hash, holder.sessionId)
    await notifyOfChange(ctx, tx, 'password-changed', holder.golferId)
  })
  logAuthEvent(ctx.log, 'auth.password_changed', { golferId: holder.golferId })
  return { message: 'Your password has been changed. Your other devices have been signed out.' }
}

/** Also ends all sessions, and deletes links that set a password. Returns false if the account is deleted. */
export async function setPassword(tx: Queries, golferId: number, hash: string): Promise<boolean> {
  const email = await storePassword(tx, golferId, hash)
  if (email === undefined) return false
  await deleteFailures(tx, await accountKey(tx, email))
  return true
}

/** Failed attempts here do not delay signing in. @throws AppError WRONG_PASSWORD; RATE_LIMITED */
export async function requirePassword(
  ctx: Context,
  { golferId }: SessionHolder,
  field: string,
  password: string,
  refusal: string,
) {
  const key = await fingerprint(ctx.db, 'current password', golferId)
  const isRight = await countAttempt(ctx, { key }, async () =>
    verifyPassword((await findAccount(ctx.db, golferId))?.password, password),
  )
  if (isRight) return
  logAuthEvent(ctx.log, 'auth.password_check_failed', { golferId })
  throw new AppError('WRONG_PASSWORD', refusal, { fields: { [field]: refusal } })
}

const APP_WORDS = ['fourball', 'fourballgolf']
const MIN_WORD_LENGTH = 3

type PasswordChooser = Pick<SessionHolder, 'email' | 'isSuperAdmin'> & { golferId: number | null }

/**
 * Refuses a new password that an attacker would try first: a common one, or the golfer's own email, name or
 * group (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Super admins need a longer password.
 * @param chooser.golferId null if the account does not exist yet
 * @param extraWords more words to refuse
 * @throws AppError INVALID_INPUT
 */
export async function refuseGuessablePassword(
  { db, golferHooks }: Pick<Context, 'db' | 'golferHooks'>,
  { golferId, email, isSuperAdmin }: PasswordChooser,
  field: string,
  password: string,
  extraWords: readonly string[] = [],
): Promise<void> {
  if (isCommonPassword(password)) {
    throw invalidField(field, 'This password is common and easy to guess. Choose another one.')
  }
  const words = [email, ...extraWords, ...APP_WORDS]
  if (golferId !== null) {
    words.push((await findAccount(db, golferId))?.name ?? '')
    const personalWords = await runHooks(golferHooks, (hooks) =>
      hooks.listPersonalWords?.(db, golferId),
    )
    words.push(...personalWords.flat())
  }
  if (equalsWord(password, words)) {
    throw invalidField(
      field,
      "This password is your name, email, or group, so it's easy to guess. Choose another one.",
    )
  }
  if (isSuperAdmin && isWeakForSuperAdmin(password, email)) {
    throw invalidField(
      field,
      "A super admin's password must have at least 12 characters and be hard to guess. Choose another one.",
    )
  }
}

function equalsWord(password: string, words: readonly string[]): boolean {
  const normalized = normalize(password)
  const withoutDigits = normalized.replace(/\d+$/, '')
  return words
    .flatMap((word) => [normalize(word), normalize(word.split('@')[0] ?? '')])
    .some(
      (word) => word.length >= MIN_WORD_LENGTH && (word === normalized || word === withoutDigits),
    )
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
