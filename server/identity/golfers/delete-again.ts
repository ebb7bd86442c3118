import type { Context } from '../../context.ts'
import type { DeletedAccount } from '../../platform/database/backup/deleted-accounts.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { recordAction } from '../store.ts'
import { removeGolfer } from './delete-golfer.ts'
import { findAccount } from './store.ts'

/**
 * Deletes an account that had been deleted, and that a restored backup brought back.
 * @returns 'gone' if the backup had no such account; otherwise as `removeGolfer`
 */
export function deleteAgain(
  ctx: Pick<Context, 'db' | 'clock' | 'notify' | 'golferHooks' | 'groupHooks'>,
  { id, createdAt }: DeletedAccount,
) {
  return inTransaction(ctx.db, async (tx) => {
    const found = await findAccount(tx, id)
    // The same id may belong to someone who signed up after an earlier restore.
    if (found?.createdAt.toISOString() !== createdAt) return 'gone'
    const outcome = await removeGolfer(ctx, tx, id)
    if (outcome === 'deleted') {
      await recordAction(ctx, tx, { actorId: id, action: 'account-deleted', golferId: id })
    }
    return outcome
  })
}
