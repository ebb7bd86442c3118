import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../sessions/access.ts'
import { presentUser } from '../sessions/present-user.ts'
import { renameGolfer } from './store.ts'

/** Stores the golfer's own name on the account and on all cards that show it. Returns the golfer. */
export async function changeName(ctx: Context, holder: SessionHolder, name: string): Promise<User> {
  await retryConflicts(() => ctx.db.transaction((tx) => nameGolfer(ctx, tx, holder.golferId, name)))
  return presentUser({ ...holder, name })
}

/** Does the same as {@link changeName}, within a transaction. */
export async function nameGolfer(
  { golferHooks }: Pick<Context, 'golferHooks'>,
  tx: Queries,
  golferId: number,
  name: string,
): Promise<void> {
  // Tee times are locked before the golfer, as account deletion does.
  await runHooks(golferHooks, (hooks) => hooks.lockBeforeRenaming?.(tx, golferId))
  if (!(await renameGolfer(tx, golferId, name))) return
  await runHooks(golferHooks, (hooks) => hooks.golferRenamed?.(tx, golferId))
}
