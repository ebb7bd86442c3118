import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  type DeletedGroup,
  type listDeletedGroups as endpoint,
  RESTORE_DAYS,
} from '../../../contract/group-deletion.ts'
import type { Page } from '../../../contract/paging.ts'
import type { Context } from '../../context.ts'
import { recordAction, type SuperAdmin } from '../../identity/index.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import { listDeleted, unmarkDeleted } from './store.ts'

export const RESTORE_MS = RESTORE_DAYS * 86_400_000

/** Returns a page of the groups that can still be restored. */
export async function listDeletedGroups(
  ctx: Context,
  asked: QueryOf<typeof endpoint>,
): Promise<Page<DeletedGroup>> {
  const { rows, total } = await listDeleted(ctx.db, asked, restorableSince(ctx))
  return {
    rows: rows.map(({ deletedAt, ...row }) => ({
      ...row,
      deletedAt: deletedAt.toISOString(),
      restorableUntil: new Date(deletedAt.getTime() + RESTORE_MS).toISOString(),
    })),
    total,
  }
}

/**
 * Restores a deleted group unchanged, and notifies its owner by email. Paid time still counts; the
 * subscription does not resume. Returns the group's name.
 * @throws AppError NOT_FOUND when the group is not deleted, or was deleted too long ago
 */
export async function restoreGroup(ctx: Context, by: SuperAdmin, groupId: number): Promise<string> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const group = await unmarkDeleted(tx, groupId, restorableSince(ctx))
      if (group === undefined) throw notFound('deleted group')
      const now = ctx.clock.now()
      await runHooks(ctx.groupHooks, (hooks) => hooks.groupRestored?.(tx, groupId, now))
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: 'group-restored',
        group,
        detail: 'its subscription does not resume',
      })
      const { ownerId: golferId, name } = group
      const key = `group-restored:${groupId}:${golferId}:${now.toISOString()}`
      const data = { groupName: name }
      await ctx.notify(tx, 'group-restored', [{ golferId, groupId, data, key }], now)
      return name
    }),
  )
}

function restorableSince({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() - RESTORE_MS)
}
