import { CONSENT_WORDING } from '../../../contract/preferences.ts'
import type { Queries } from '../../platform/database/database.ts'
import { clearConsent, insertEntry } from './store.ts'

/** Withdraws consent when a golfer unchecks the box on their own profile; does nothing if there was none. */
export async function withdrawConsent(tx: Queries, golferId: number, now: Date): Promise<void> {
  const number = await clearConsent(tx, golferId)
  if (number === undefined) return
  const entry = { at: now, number, golferId, step: 'withdrawn', how: 'box' } as const
  await insertEntry(tx, { ...entry, wording: CONSENT_WORDING })
}
