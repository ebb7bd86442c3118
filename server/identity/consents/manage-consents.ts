import {
  CONSENT_WORDING,
  OPT_IN_EVERY_HOURS,
  type TextConsentStatus,
} from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { canText } from '../../platform/phone-number.ts'
import { refusalReasonOf } from '../../providers/texts/twilio.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import type { consentEntries } from '../schema.ts'
import * as store from './store.ts'

/** How we learned of a change, such as a STOP, and its exact words. */
type Source = Pick<typeof consentEntries.$inferInsert, 'how' | 'wording'>

const CHECKBOX: Source = { how: 'box', wording: CONSENT_WORDING }

/**
 * Grants consent when a golfer checks the box on their own profile or welcome page.
 * @param shownNumber the number that the golfer saw next to the checkbox; if undefined, any number is
 * accepted
 * @returns 'granted', or why consent was refused:
 * - 'changed': the golfer's number is not `shownNumber`, or has just changed
 * - 'unreachable': the golfer has no number, or the number cannot receive our texts
 * - 'unconfirmed': someone else typed the number, and the golfer has not confirmed it
 * - 'stopped': the number sent STOP, or another account gets texts on it. Only a START from the phone can
 *   grant consent. Both cases give the same result, to hide whether another golfer has the number.
 */
export async function grantConsent(
  ctx: Context,
  tx: Queries,
  golferId: number,
  shownNumber?: string,
) {
  const now = ctx.clock.now()
  const textStatus = await store.findTextStatus(tx, golferId)
  const number = textStatus?.number ?? null
  if (shownNumber !== undefined && shownNumber !== number) return 'changed'
  if (number === null || !canText(number)) return 'unreachable'
  if (textStatus?.confirmedAt == null) return 'unconfirmed'
  const textNumber = await store.lockNumber(tx, number)
  if (textNumber.stoppedAt !== null) return 'stopped'
  if (isUnreachable(textNumber, now)) return 'unreachable'
  if (await store.hasOtherConsent(tx, number, golferId)) return 'stopped'
  if (await store.setConsent(tx, golferId, number, now)) {
    await store.insertConsentEntry(tx, { at: now, number, golferId, step: 'given', ...CHECKBOX })
    await notifyOfChange(ctx, tx, 'texts-on', golferId)
    return 'granted'
  }
  // Either the golfer already had consent, or the number changed while we waited for the lock.
  const newStatus = await store.findTextStatus(tx, golferId)
  return newStatus?.number === number && newStatus.consentAt !== null ? 'granted' : 'changed'
}

export async function withdrawConsent(tx: Queries, golferId: number, now: Date): Promise<void> {
  for (const withdrawn of await store.clearConsents(tx, { golferId })) {
    await store.insertConsentEntry(tx, { ...withdrawn, at: now, step: 'withdrawn', ...CHECKBOX })
  }
}

/**
 * The result does not depend on whether this server can send texts. Until the returned `emailProven` is true,
 * alerts go by email.
 */
export async function readTextStatus(db: Queries, golferId: number, now: Date) {
  const textStatus = await store.findTextStatus(db, golferId)
  const number = textStatus?.number ?? null
  const readStatus = async (): Promise<TextConsentStatus> => {
    if (textStatus === undefined || number === null || !canText(number)) return 'unreachable'
    if (textStatus.stoppedAt !== null) return 'stopped'
    if (isUnreachable(textStatus, now)) return 'unreachable'
    if (textStatus.consentAt !== null) return 'on'
    // The same status as after a STOP, so that it does not reveal whether another account has the number.
    return (await store.hasOtherConsent(db, number, golferId)) ? 'stopped' : 'none'
  }
  return { status: await readStatus(), number, emailProven: textStatus?.emailProvenAt != null }
}

/**
 * A number that a provider reported as bad stays unreachable. If our own account or sending number was the
 * cause, the operator can fix it, so the number counts as reachable again after a day.
 */
export function isUnreachable(
  number: { unreachableAt: Date | null; unreachableCode: string | null },
  now: Date,
): boolean {
  if (number.unreachableAt === null) return false
  const isRecent = now.getTime() - number.unreachableAt.getTime() < DAY_MS
  return isRecent || refusalReasonOf(number.unreachableCode ?? '') !== 'unregistered'
}

/** Until a number opts in, it gets no other texts except replies to its own texts. */
export const OPT_IN_REQUEST =
  'Fourball: Want tee-time texts from your golf groups? Reply START for yes, STOP for no, HELP for help. Msg frequency varies. Msg & data rates may apply.'

/** Per number, even if golfers remove and enter the number again. */
const MAX_OPT_IN_REQUESTS = 3

/**
 * Records an opt-in request and returns true; the caller then sends it. Returns false, and records nothing,
 * if:
 * - the number sent STOP, or this golfer withdrew consent for it
 * - this golfer caused a request within the last day
 * - the number got a request within the last day
 * - the number got an earlier request, and no golfer has replaced or removed the number since
 * - the number has already had three requests
 */
export async function recordOptInRequest(tx: Queries, number: string, golferId: number, now: Date) {
  const { stoppedAt, optInRequestedAt } = await store.lockNumber(tx, number)
  const aDayAgo = new Date(now.getTime() - OPT_IN_EVERY_HOURS * HOUR_MS)
  if (stoppedAt !== null) return false
  if ((await store.countConsentEntries(tx, 'withdrawn', { number, golferId })) > 0) return false
  // Without this limit, a golfer could make us text strangers by entering one number after another.
  if ((await store.countConsentEntries(tx, 'requested', { golferId, after: aDayAgo })) > 0)
    return false
  if (optInRequestedAt !== null) {
    if (optInRequestedAt > aDayAgo) return false
    const since = { number, after: optInRequestedAt }
    if ((await store.countConsentEntries(tx, 'number-changed', since)) === 0) return false
    if ((await store.countConsentEntries(tx, 'requested', { number })) >= MAX_OPT_IN_REQUESTS)
      return false
  }
  await store.saveTextNumber(tx, number, { optInRequestedAt: now })
  const entry = { at: now, number, golferId, step: 'requested', how: 'text' } as const
  await store.insertConsentEntry(tx, { ...entry, wording: OPT_IN_REQUEST })
  return true
}

/**
 * Handles a STOP: until the number sends START, it gets only the replies to STOP and HELP. The caller handles
 * texts that are already queued. Returns false if the number had already sent STOP.
 */
export async function stopNumber(tx: Queries, number: string, source: Source, now: Date) {
  const { stoppedAt } = await store.lockNumber(tx, number)
  if (stoppedAt !== null) return false
  await store.saveTextNumber(tx, number, { stoppedAt: now })
  const withdrawn = await store.clearConsents(tx, { number })
  const entry = { at: now, number, step: 'stopped', ...source } as const
  if (withdrawn.length === 0) await store.insertConsentEntry(tx, entry)
  for (const { golferId } of withdrawn) await store.insertConsentEntry(tx, { ...entry, golferId })
  return true
}

/**
 * Handles a START: undoes a STOP, and grants consent for all accounts that confirmed the number and proved
 * their email.
 * @returns `hasChanged`: whether this START changed anything. `agreedCount`: how many accounts with the
 * number now have consent and a proven email. `unprovenCount`: how many have an email that is not proven.
 */
export async function restartNumber(ctx: Context, tx: Queries, number: string, source: Source) {
  const now = ctx.clock.now()
  const { stoppedAt, unreachableAt } = await store.lockNumber(tx, number)
  const gotNoTexts = stoppedAt !== null || unreachableAt !== null
  if (gotNoTexts) {
    const cleared = { stoppedAt: null, unreachableAt: null, unreachableCode: null }
    await store.saveTextNumber(tx, number, cleared)
  }
  const { newGolferIds, agreedCount, unprovenCount } = await store.grantConsents(tx, number, now)
  const entry = { at: now, number, step: 'given', ...source } as const
  if (newGolferIds.length === 0 && gotNoTexts) await store.insertConsentEntry(tx, entry)
  for (const golferId of newGolferIds) {
    await store.insertConsentEntry(tx, { ...entry, golferId })
    await notifyOfChange(ctx, tx, 'texts-on', golferId)
  }
  const hasChanged = gotNoTexts || newGolferIds.length > 0
  return { hasChanged, agreedCount, unprovenCount }
}
