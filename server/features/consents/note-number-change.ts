import type { Queries } from '../../platform/database/database.ts'
import { insertEntry } from './store.ts'

/** A golfer has another number now: the consent was for the one before, and ended with it. */
export async function noteNumberChange(
  tx: Queries,
  change: { readonly golferId: number; readonly before: string },
  now: Date,
): Promise<void> {
  const { golferId, before: number } = change
  const entry = { at: now, number, golferId, step: 'number-changed', how: 'profile' } as const
  await insertEntry(tx, { ...entry, wording: 'Another phone number was saved on the profile.' })
}
