import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { notifyTextsOn } from './notify-texts-on.ts'
import { clearStop, grantConsents, insertEntry, lockNumber } from './store.ts'

/** The effects of a START. */
export interface Restarted {
  /** Whether it changed anything. */
  readonly isNew: boolean
  /** How many accounts have consent, from this START or from before. */
  readonly agreed: number
  /** How many accounts cannot get consent yet, because their email is not proven. */
  readonly unproven: number
}

/**
 * Handles a START from the phone itself. Undoes a STOP, marks the number reachable, and grants consent for
 * all accounts that confirmed the number and have a proven email. Emails those accounts.
 * @param said how the number said so, and the exact words
 */
export async function restartNumber(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  number: string,
  said: { readonly how: string; readonly wording: string },
  now: Date,
): Promise<Restarted> {
  const { stoppedAt, unreachableAt } = await lockNumber(tx, number)
  const wasSilent = stoppedAt !== null || unreachableAt !== null
  if (wasSilent) await clearStop(tx, number)
  const { given, agreed, unproven } = await grantConsents(tx, number, now)
  const entry = { at: now, number, step: 'given', ...said } as const
  if (given.length === 0 && wasSilent) await insertEntry(tx, entry)
  for (const golferId of given) {
    await insertEntry(tx, { ...entry, golferId })
    await notifyTextsOn(ctx, tx, golferId, now)
  }
  return { isNew: wasSilent || given.length > 0, agreed, unproven }
}
