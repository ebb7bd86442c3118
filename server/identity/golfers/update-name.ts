import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { lockCardsShowing, touchTeeTimes } from '../../tee-times/spots/lock-tee-times.ts'
import type { SessionHolder } from '../sessions/access.ts'
import { presentUser } from '../sessions/present-user.ts'
import { refreshGroupsOf, renameGolfer } from './store.ts'

/** Stores the golfer's own name on the account and on all cards that show it. Returns the golfer. */
export async function changeName(ctx: Context, holder: SessionHolder, name: string): Promise<User> {
  await retryConflicts(() => ctx.db.transaction((tx) => nameGolfer(tx, holder.golferId, name)))
  return presentUser({ ...holder, name })
}

/** Does the same as {@link changeName}, within a transaction. */
export async function nameGolfer(tx: Queries, golferId: number, name: string): Promise<void> {
  // Lock tee times before the golfer, as account deletion does.
  await lockCardsShowing(tx, golferId)
  if (!(await renameGolfer(tx, golferId, name))) return
  // Again: before the golfer was locked, they may have claimed a spot under the old name.
  await touchTeeTimes(tx, await lockCardsShowing(tx, golferId))
  await refreshGroupsOf(tx, golferId)
}
