import type { Queries } from '../../platform/database/database.ts'
import { settleLateWithdrawals } from './store.ts'

/**
 * Clears late withdrawals that no longer count in tee times which the caller has locked and changed:
 * all of them where the cut-off is ahead again, and those beyond the spots that are left. Each golfer
 * is notified. Everything that moves a tee-off, a cut-off or the number of players calls this.
 */
export function settleWithdrawals(
  tx: Queries,
  teeTimeIds: readonly number[],
  now: Date,
): Promise<void> {
  return settleLateWithdrawals(tx, teeTimeIds, now)
}
