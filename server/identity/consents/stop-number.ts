import { OPT_IN_EVERY_HOURS } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import type { consentEntries } from '../schema.ts'
import * as store from './store.ts'

/** The only text that a number gets before it has opted in. */
export const OPT_IN_REQUEST =
  'Fourball: Want tee-time texts from your golf groups? Reply START for yes, STOP for no, HELP for help. Msg frequency varies. Msg & data rates may apply.'

/** The most opt-in requests that a number ever gets, even if it is removed and entered again. */
const MAX_OPT_IN_REQUESTS = 3

/**
 * Decides whether to ask a number to opt in. If so, records the request and returns true. Never asks a number
 * that sent STOP. Never asks on behalf of a golfer who withdrew consent for that number. Allows one request a
 * day per number and per golfer, and three per number in total. Repeats a request only if a golfer has
 * replaced or removed this number in the settings since the last request.
 */
export async function requestOptIn(
  tx: Queries,
  { number, golferId }: { number: string; golferId: number },
  now: Date,
): Promise<boolean> {
  const { stoppedAt, optInRequestedAt } = await store.lockNumber(tx, number)
  const aDayAgo = new Date(now.getTime() - OPT_IN_EVERY_HOURS * HOUR_MS)
  if (stoppedAt !== null) return false
  if ((await store.countEntries(tx, 'withdrawn', { number, golferId })) > 0) return false
  // Without this limit, a golfer could make us text strangers by entering one number after another.
  if ((await store.countEntries(tx, 'requested', { golferId, after: aDayAgo })) > 0) return false
  if (optInRequestedAt !== null) {
    if (optInRequestedAt > aDayAgo) return false
    const since = { number, after: optInRequestedAt }
    if ((await store.countEntries(tx, 'number-changed', since)) === 0) return false
    if ((await store.countEntries(tx, 'requested', { number })) >= MAX_OPT_IN_REQUESTS) return false
  }
  await store.updateTextNumber(tx, number, { optInRequestedAt: now })
  const entry = { at: now, number, golferId, step: 'requested', how: 'text' } as const
  await store.insertEntry(tx, { ...entry, wording: OPT_IN_REQUEST })
  return true
}

/** How a STOP or START reached us, and its exact words. */
type Request = Pick<typeof consentEntries.$inferInsert, 'how' | 'wording'>

/**
 * Handles a STOP. No account can send texts to the number until it sends START. `stopTexts` (deliveries)
 * handles texts that are already queued.
 * @returns the ids of the golfers who lost consent, or undefined if the number was already stopped
 */
export async function stopNumber(tx: Queries, number: string, request: Request, now: Date) {
  const { stoppedAt } = await store.lockNumber(tx, number)
  if (stoppedAt !== null) return undefined
  await store.updateTextNumber(tx, number, { stoppedAt: now })
  const golferIds = await store.clearConsentsOf(tx, number)
  const entry = { at: now, number, step: 'stopped', ...request } as const
  if (golferIds.length === 0) await store.insertEntry(tx, entry)
  for (const golferId of golferIds) await store.insertEntry(tx, { ...entry, golferId })
  return golferIds
}

export interface StartResult {
  /** Whether the START changed anything. */
  readonly isNew: boolean
  /** How many accounts have consent, from this START or from before. */
  readonly agreed: number
  /** How many accounts have no consent, because their email is not proven. */
  readonly unproven: number
}

/** Undoes a STOP, and grants consent for all accounts that confirmed the number and proved their email. */
export async function restartNumber(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  number: string,
  request: Request,
  now: Date,
): Promise<StartResult> {
  const { stoppedAt, unreachableAt } = await store.lockNumber(tx, number)
  const gotNoTexts = stoppedAt !== null || unreachableAt !== null
  if (gotNoTexts) {
    const cleared = { stoppedAt: null, unreachableAt: null, unreachableCode: null }
    await store.updateTextNumber(tx, number, cleared)
  }
  const { given, agreed, unproven } = await store.grantConsents(tx, number, now)
  const entry = { at: now, number, step: 'given', ...request } as const
  if (given.length === 0 && gotNoTexts) await store.insertEntry(tx, entry)
  for (const golferId of given) {
    await store.insertEntry(tx, { ...entry, golferId })
    await notifyOfChange(ctx, tx, 'texts-on', golferId, now)
  }
  return { isNew: gotNoTexts || given.length > 0, agreed, unproven }
}
