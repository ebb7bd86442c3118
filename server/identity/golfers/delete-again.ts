import type { Context } from '../../context.ts'
import type { DeletedAccount } from '../../platform/database/backup/deleted-accounts.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { recordAction } from '../store.ts'
import { removeGolfer } from './delete-golfer.ts'
import { findAccount } from './store.ts'

/**
 * Repeats the deletion of an account, after a backup from before the deletion was restored.
 * @returns 'gone' if the backup does not contain the account; otherwise the result of `removeGolfer`
 */
export function deleteAgain(
  ctx: Pick<Context, 'db' | 'clock' | 'notify' | 'golferHooks' | 'groupHooks'>,
  { id, createdAt }: DeletedAccount,
) {
  return inTransaction(ctx.db, async (tx) => {
    const found = await findAccount(tx, id)
    // After an earlier restore, someone else may have signed up and received the same id.
    if (found?.createdAt.toISOString() !== createdAt) return 'gone'
    const outcome = await removeGolfer(ctx, tx, id)
    if (outcome === 'deleted') {
      await recordAction(ctx, tx, { actorId: id, action: 'account-deleted', golferId: id })
    }
    return outcome
  })
}
