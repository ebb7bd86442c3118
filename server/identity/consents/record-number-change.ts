import type { Queries } from '../../platform/database/database.ts'
import { insertEntry } from './store.ts'

/** Records that a golfer replaced a phone number, which ended the consent given for the old one. */
export async function recordNumberChange(
  tx: Queries,
  change: { readonly golferId: number; readonly before: string },
  now: Date,
): Promise<void> {
  const { golferId, before: number } = change
  const entry = { at: now, number, golferId, step: 'number-changed', how: 'profile' } as const
  await insertEntry(tx, { ...entry, wording: 'Another phone number was saved on the profile.' })
}
