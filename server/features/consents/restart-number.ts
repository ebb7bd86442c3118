import type { Queries } from '../../platform/database/database.ts'
import { clearStop, giveConsents, insertEntry, lockNumber } from './store.ts'
import { tellTextsOn } from './tell-texts-on.ts'

/** What a START changed. */
export interface Restarted {
  /** Whether anything did. */
  readonly isNew: boolean
  /** Accounts that agreed to texts by it, or had before. */
  readonly agreed: number
  /** Accounts that cannot yet: nobody has shown to read their mails. */
  readonly unproven: number
}

/**
 * A START from the phone itself: it undoes a STOP, shows that the number takes texts, and agrees to
 * them for all accounts whose golfer confirmed the number and has a proven email. They get an email.
 * @param said how it said so, and in what words
 */
export async function restartNumber(
  tx: Queries,
  number: string,
  said: { readonly how: string; readonly wording: string },
  now: Date,
): Promise<Restarted> {
  const { stoppedAt, unreachableAt } = await lockNumber(tx, number)
  const wasSilent = stoppedAt !== null || unreachableAt !== null
  if (wasSilent) await clearStop(tx, number)
  const { given, agreed, unproven } = await giveConsents(tx, number, now)
  const entry = { at: now, number, step: 'given', ...said } as const
  if (given.length === 0 && wasSilent) await insertEntry(tx, entry)
  for (const golferId of given) {
    await insertEntry(tx, { ...entry, golferId })
    await tellTextsOn(tx, golferId, now)
  }
  return { isNew: wasSilent || given.length > 0, agreed, unproven }
}
