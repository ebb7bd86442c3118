import { OPT_IN_EVERY_HOURS } from '../../../contract/consents.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  countAsked,
  hasAskedSince,
  hasChangedSince,
  hasTakenBack,
  insertEntry,
  lockNumber,
  setAsked,
} from './store.ts'

/** The one text that a number gets before it has agreed to any. */
export const OPT_IN_REQUEST =
  'Fourball: Tee times of your golf groups by text? Reply START to get them, STOP for none, HELP for help. How many varies. Msg&data rates may apply.'

/** However often somebody writes a number into a profile and out of it, its holder is asked no more often. */
const MOST_REQUESTS = 3

/**
 * Whether a number is to be asked to opt in; if so it counts as asked. Not one that said STOP, nor for
 * a golfer who took a consent for it back; neither a number nor for a golfer twice within a day; and a
 * number not again at all, unless it was changed or entered anew since, and three times in all.
 */
export async function askNumber(
  tx: Queries,
  asked: { readonly number: string; readonly golferId: number },
  now: Date,
): Promise<boolean> {
  const { number, golferId } = asked
  const { stoppedAt, askedAt } = await lockNumber(tx, number)
  const aDayAgo = new Date(now.getTime() - OPT_IN_EVERY_HOURS * 3_600_000)
  if (stoppedAt !== null || (await hasTakenBack(tx, number, golferId))) return false
  // Whoever enters one number after the other cannot have them all texted.
  if (await hasAskedSince(tx, golferId, aDayAgo)) return false
  if (askedAt !== null) {
    if (askedAt > aDayAgo || !(await hasChangedSince(tx, number, askedAt))) return false
    if ((await countAsked(tx, number)) >= MOST_REQUESTS) return false
  }
  await setAsked(tx, number, now)
  const entry = { at: now, number, golferId, step: 'asked', how: 'text' } as const
  await insertEntry(tx, { ...entry, wording: OPT_IN_REQUEST })
  return true
}
