import { stopNumber } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { emailWaitingTexts } from './email-waiting-texts.ts'

/**
 * Stops all texts to a number at once: removes every consent for it, emails the alerts that were waiting to
 * be texted to it and drops opt-in requests.
 * @param said how and in what words it was said, for the consent records
 * @returns whether the number was not stopped before
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
