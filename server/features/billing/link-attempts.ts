import type { Queries } from '../../platform/database/database.ts'
import { adoptAttempts } from './attempts/store.ts'

/**
 * Gives a group that waited for its owner, and starts now, the payment that was begun for it. Within
 * the transaction that makes the group.
 */
export async function linkAttempts(
  tx: Queries,
  started: { groupId: number; slug: string; golferId: number },
): Promise<void> {
  await adoptAttempts(tx, started)
}
