import { OPT_IN_EVERY_HOURS } from '../../../contract/preferences.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  countOptInRequests,
  hasChangedSince,
  hasRequestedOptInSince,
  hasWithdrawn,
  insertEntry,
  lockNumber,
  setOptInRequested,
} from './store.ts'

/** The only text that a number gets before it has agreed to any. */
export const OPT_IN_REQUEST =
  'Fourball: Tee times of your golf groups by text? Reply START to get them, STOP for none, HELP for help. How many varies. Msg&data rates may apply.'

/** The most opt-in requests a number ever gets, however often it is removed from profiles and re-entered. */
const MOST_REQUESTS = 3

/**
 * Decides whether to ask a number to opt in, and records the request if so. Never asks a number that said
 * STOP, or for a golfer who withdrew consent for it. Asks at most once a day per number and per golfer.
 * Asks a number again only if a golfer has replaced it since, and at most three times in all.
 */
export async function requestOptIn(
  tx: Queries,
  asked: { readonly number: string; readonly golferId: number },
  now: Date,
): Promise<boolean> {
  const { number, golferId } = asked
  const { stoppedAt, optInRequestedAt } = await lockNumber(tx, number)
  const aDayAgo = new Date(now.getTime() - OPT_IN_EVERY_HOURS * 3_600_000)
  if (stoppedAt !== null || (await hasWithdrawn(tx, number, golferId))) return false
  // Entering one number after another must not get them all texted.
  if (await hasRequestedOptInSince(tx, golferId, aDayAgo)) return false
  if (optInRequestedAt !== null) {
    if (optInRequestedAt > aDayAgo || !(await hasChangedSince(tx, number, optInRequestedAt)))
      return false
    if ((await countOptInRequests(tx, number)) >= MOST_REQUESTS) return false
  }
  await setOptInRequested(tx, number, now)
  const entry = { at: now, number, golferId, step: 'requested', how: 'text' } as const
  await insertEntry(tx, { ...entry, wording: OPT_IN_REQUEST })
  return true
}
