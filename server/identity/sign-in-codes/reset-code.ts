import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { recordAction } from '../audit/record-action.ts'
import { deleteSecret, deleteSessions } from './store.ts'

/**
 * Removes the sign-in code of a super admin who lost the device and recovery codes, and ends their
 * sessions. For the command line, whose users can access the database anyway. Returns false if there was
 * none.
 */
export function resetCode(
  ctx: Pick<Context, 'clock'> & { db: Queries },
  golferId: number,
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (!(await deleteSecret(tx, { golferId }))) return false
    await deleteSessions(tx, { golferId })
    await recordAction(ctx, tx, { action: 'sign-in-code-reset', golferId })
    return true
  })
}
