import type { Queries } from '../../platform/database/database.ts'
import { stopNumber } from '../consents/stop-number.ts'
import { dropWaitingTexts } from './store.ts'

/**
 * A number says STOP, at once and everywhere: no consent for it is left, and what waits to be texted
 * to it is dropped, but for answers.
 * @param said how it said so, and in what words, for the ledger of consents
 * @returns whether it is new
 */
export async function stopTexts(
  tx: Queries,
  number: string,
  said: { readonly how: string; readonly wording: string },
  now: Date,
): Promise<boolean> {
  const golferIds = await stopNumber(tx, number, said, now)
  if (golferIds === undefined) return false
  await dropWaitingTexts(tx, number, golferIds)
  return true
}
