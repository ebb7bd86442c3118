import type { TeeTime } from '../../contract/tee-times.ts'
import type { Queries } from '../platform/database/database.ts'
import type { TeeTimeMember } from './access.ts'
import { readCard } from './cards/read-cards.ts'
import { lockRow } from './store.ts'

/**
 * Locks a tee time until the end of the transaction, so that nobody edits it or claims or leaves a spot.
 * Returns its card, or undefined once it is canceled or archived.
 */
export async function lockCard(tx: Queries, scope: TeeTimeMember): Promise<TeeTime | undefined> {
  return (await lockRow(tx, scope)) ? readCard(tx, scope.teeTimeId) : undefined
}
