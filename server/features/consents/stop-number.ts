import type { Queries } from '../../platform/database/database.ts'
import { clearConsentsOf, insertEntry, lockNumber, setStopped } from './store.ts'

/**
 * A number says STOP: from now on nothing goes there, whoever's it is, until a START comes from it. The
 * texts that wait for it are the affair of `stopTexts` (deliveries).
 * @param said how it said so, and in what words
 * @returns whose consent ended with it; undefined when it had said so before
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
