import type { Queries } from '../../platform/database/database.ts'
import { stopNumber } from '../consents/stop-number.ts'
import { emailWaitingTexts } from './email-waiting-texts.ts'

/**
 * Stops all texts to a number, at once and everywhere: no consent for it is left, and the alerts that
 * wait to be texted to it go by email. Opt-in requests are dropped.
 * @param said how it said so, and in what words, for the ledger of consents
 * @returns whether it is new
 */
export async function stopTexts(
  tx: Queries,
  number: string,
  said: { readonly how: string; readonly wording: string },
  now: Date,
): Promise<boolean> {
  if ((await stopNumber(tx, number, said, now)) === undefined) return false
  await emailWaitingTexts(tx, { number })
  return true
}
