import type { Queries } from '../../platform/database/database.ts'
import { clearConsentsOf, insertEntry, lockNumber, setStopped } from './store.ts'

/**
 * Handles a STOP: nothing goes to the number, whichever accounts have it, until it sends START. Texts
 * already queued are handled by `stopTexts` (deliveries).
 * @param said how the number said so, and the exact words
 * @returns the golfers whose consent ended; undefined if the number had already said STOP
 */
export async function stopNumber(
  tx: Queries,
  number: string,
  said: { readonly how: string; readonly wording: string },
  now: Date,
): Promise<number[] | undefined> {
  const { stoppedAt } = await lockNumber(tx, number)
  if (stoppedAt !== null) return undefined
  await setStopped(tx, number, now)
  const golferIds = await clearConsentsOf(tx, number)
  const entry = { at: now, number, step: 'stopped', ...said } as const
  if (golferIds.length === 0) await insertEntry(tx, entry)
  for (const golferId of golferIds) await insertEntry(tx, { ...entry, golferId })
  return golferIds
}
