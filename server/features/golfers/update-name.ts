import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { presentUser } from '../sessions/present-user.ts'
import { renameGolfer } from './store.ts'

/** Stores the golfer's own name, on the account and on all cards that show it. Returns the golfer. */
export async function changeName(ctx: Context, holder: SessionHolder, name: string): Promise<User> {
  await retryConflicts(() => ctx.db.transaction((tx) => nameGolfer(tx, holder.golferId, name)))
  return presentUser({ ...holder, name })
}

/** As {@link changeName}, within a transaction. */
export function nameGolfer(tx: Queries, golferId: number, name: string): Promise<void> {
  return renameGolfer(tx, golferId, name)
}
