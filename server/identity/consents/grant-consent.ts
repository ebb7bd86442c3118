import { CONSENT_WORDING, type TextConsentStatus } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { canText } from '../../platform/phone-number.ts'
import { reasonOf } from '../../providers/texts/twilio.ts'
import {
  clearConsent,
  findTextStatus,
  insertEntry,
  isSharedNumber,
  lockNumber,
  setConsent,
} from './store.ts'

type Granting =
  /** The golfer has consent now, or already had it. */
  | 'granted'
  /** The number said STOP. */
  | 'stopped'
  /** Another account receives texts on the number, so only a START from the phone can grant consent. */
  | 'shared'
  /** The golfer has no number that can receive texts. */
  | 'unreachable'
  /** The golfer has not confirmed the number, which somebody else typed. */
  | 'unconfirmed'
  /** The number is not the one shown next to the checkbox. */
  | 'changed'

/**
 * Grants consent when a golfer checks the box next to the number `shown` (if known) on their own profile or
 * welcome page. Records the wording in the consent log and emails the golfer.
 */
export async function grantConsent(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  { golferId, shown }: { readonly golferId: number; readonly shown?: string | undefined },
  now: Date,
): Promise<Granting> {
  const found = await findTextStatus(tx, golferId)
  const number = found?.number ?? null
  if (shown !== undefined && shown !== number) return 'changed'
  if (number === null || !canText(number)) return 'unreachable'
  if (found?.confirmedAt == null) return 'unconfirmed'
  const known = await lockNumber(tx, number)
  if (known.stoppedAt !== null) return 'stopped'
  if (isUnreachable(known, now)) return 'unreachable'
  if (await isSharedNumber(tx, number, golferId)) return 'shared'
  if (await setConsent(tx, golferId, number, now)) {
    const entry = { at: now, number, golferId, step: 'given', how: 'box' } as const
    await insertEntry(tx, { ...entry, wording: CONSENT_WORDING })
    await notifyTextsOn(ctx, tx, golferId, now)
    return 'granted'
  }
  // Consent was given before, or the number was changed while we waited for the lock.
  const after = await findTextStatus(tx, golferId)
  return after?.number === number && after.consentAt !== null ? 'granted' : 'changed'
}

/** Withdraws consent when a golfer unchecks the box on their own profile; does nothing if there was none. */
export async function withdrawConsent(tx: Queries, golferId: number, now: Date): Promise<void> {
  const number = await clearConsent(tx, golferId)
  if (number === undefined) return
  const entry = { at: now, number, golferId, step: 'withdrawn', how: 'box' } as const
  await insertEntry(tx, { ...entry, wording: CONSENT_WORDING })
}

/**
 * Returns a golfer's texting status, whether or not this server sends texts, with the number in E.164 if the
 * phone on the profile can take texts. No text goes out before the email is proven.
 */
export async function readTextStatus(db: Queries, golferId: number, now: Date) {
  const found = await findTextStatus(db, golferId)
  return {
    status: textStatusOf(found, now),
    number: found?.number ?? null,
    emailProven: found?.emailProvenAt != null,
  }
}

function textStatusOf(
  found: Awaited<ReturnType<typeof findTextStatus>>,
  now: Date,
): TextConsentStatus {
  if (found?.number == null || !canText(found.number)) return 'unreachable'
  if (found.stoppedAt !== null) return 'stopped'
  if (isUnreachable(found, now)) return 'unreachable'
  return found.consentAt === null ? 'none' : 'on'
}

/**
 * Returns whether a number cannot receive our texts. A bad number stays unreachable. When the cause is our
 * own account or sending number, which the operator can fix, it is tried again after a day.
 */
export function isUnreachable(
  number: { unreachableAt: Date | null; unreachableCode: string | null },
  now: Date,
): boolean {
  if (number.unreachableAt === null) return false
  const isRecent = now.getTime() - number.unreachableAt.getTime() < DAY_MS
  return isRecent || reasonOf(number.unreachableCode ?? '') !== 'unregistered'
}

/** Emails a golfer that texts were turned on for the account, in case somebody else has the phone. */
export async function notifyTextsOn(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  golferId: number,
  now: Date,
): Promise<void> {
  const key = `texts-on:${golferId}:${now.toISOString()}`
  await ctx.notify(tx, 'texts-on', [{ golferId, key }], now)
}
