import { CONSENT_WORDING, type TextConsentStatus } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { canText } from '../../platform/phone-number.ts'
import { reasonOf } from '../../providers/texts/twilio.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import * as store from './store.ts'

type ConsentResult =
  | 'granted'
  /** The number sent STOP. */
  | 'stopped'
  /** Another account receives texts on the number, so only a START from the phone can grant consent. */
  | 'shared'
  | 'unreachable'
  /** Someone else typed the number, and the golfer has not confirmed it. */
  | 'unconfirmed'
  /** The number is not the one shown next to the checkbox. */
  | 'changed'

/**
 * Grants consent when a golfer checks the box on their own profile or welcome page.
 * @param shown the number next to the checkbox; if undefined, the number is not compared
 */
export async function grantConsent(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  { golferId, shown }: { golferId: number; shown?: string | undefined },
  now: Date,
): Promise<ConsentResult> {
  const found = await store.findTextStatus(tx, golferId)
  const number = found?.number ?? null
  if (shown !== undefined && shown !== number) return 'changed'
  if (number === null || !canText(number)) return 'unreachable'
  if (found?.confirmedAt == null) return 'unconfirmed'
  const known = await store.lockNumber(tx, number)
  if (known.stoppedAt !== null) return 'stopped'
  if (isUnreachable(known, now)) return 'unreachable'
  if (await store.isSharedNumber(tx, number, golferId)) return 'shared'
  if (await store.setConsent(tx, golferId, number, now)) {
    const entry = { at: now, number, golferId, step: 'given', how: 'box' } as const
    await store.insertEntry(tx, { ...entry, wording: CONSENT_WORDING })
    await notifyOfChange(ctx, tx, 'texts-on', golferId, now)
    return 'granted'
  }
  // Either the golfer already had consent, or the number changed while we waited for the lock.
  const after = await store.findTextStatus(tx, golferId)
  return after?.number === number && after.consentAt !== null ? 'granted' : 'changed'
}

/** Withdraws consent when a golfer unchecks the box on their own profile. */
export async function withdrawConsent(tx: Queries, golferId: number, now: Date): Promise<void> {
  const number = await store.clearConsent(tx, golferId)
  if (number === undefined) return
  const entry = { at: now, number, golferId, step: 'withdrawn', how: 'box' } as const
  await store.insertEntry(tx, { ...entry, wording: CONSENT_WORDING })
}

/** Whether or not this server sends texts. No texts are sent before `emailProven` is true. */
export async function readTextStatus(db: Queries, golferId: number, now: Date) {
  const found = await store.findTextStatus(db, golferId)
  const number = found?.number ?? null
  const statusOf = (): TextConsentStatus => {
    if (found === undefined || number === null || !canText(number)) return 'unreachable'
    if (found.stoppedAt !== null) return 'stopped'
    if (isUnreachable(found, now)) return 'unreachable'
    return found.consentAt === null ? 'none' : 'on'
  }
  return { status: statusOf(), number, emailProven: found?.emailProvenAt != null }
}

/**
 * Returns whether a number cannot receive our texts. A bad number stays unreachable. If our own account or
 * sending number was the cause, the operator can fix it, so the number counts as reachable after a day.
 */
export function isUnreachable(
  number: { unreachableAt: Date | null; unreachableCode: string | null },
  now: Date,
): boolean {
  if (number.unreachableAt === null) return false
  const isRecent = now.getTime() - number.unreachableAt.getTime() < DAY_MS
  return isRecent || reasonOf(number.unreachableCode ?? '') !== 'unregistered'
}
