import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'

/** What of an account changed, of which its golfer is to know even when somebody else did it. */
export type AccountChange = 'password-changed' | 'password-reset' | 'phone-changed'

/** Has a golfer told by mail, once the transaction of `tx` commits, that the account was changed. */
export function notifyOfChange(
  tx: Queries,
  golferId: number,
  change: AccountChange,
  at: Date,
): Promise<void> {
  return addJob(tx, 'tell_of_change', { golferId, change, at: at.toISOString() })
}
