import { isNameTyped, RESTORE_DAYS } from '../../../contract/group-deletion.ts'
import { OWNER_ONLY } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { recordAction } from '../../identity/index.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { AppError, invalidField, notFound } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import type { GroupOwner } from '../access.ts'
import { listMemberIds, lockGroup, markDeleted } from './store.ts'

/**
 * Deletes a group on its owner's request: it disappears for everyone at once, its subscription ends, and
 * its members get an email. A super admin can restore it for {@link RESTORE_DAYS} days.
 * @param typedName the group's name, typed to confirm
 * @throws AppError INVALID_INPUT for another name; FORBIDDEN when ownership was just transferred; NOT_FOUND
 * when it was just deleted
 */
export async function deleteGroup(
  ctx: Pick<Context, 'db' | 'clock' | 'groupHooks' | 'notify'>,
  owner: GroupOwner,
  typedName: string,
): Promise<{ message: string }> {
  return retryConflicts(() => ctx.db.transaction((tx) => deleteIn(ctx, tx, owner, typedName)))
}

async function deleteIn(
  ctx: Pick<Context, 'clock' | 'groupHooks' | 'notify'>,
  tx: Queries,
  owner: GroupOwner,
  typedName: string,
): Promise<{ message: string }> {
  const group = await lockGroup(tx, owner)
  if (group === undefined) throw notFound('group')
  if (group.ownerId !== owner.golferId) throw new AppError('FORBIDDEN', OWNER_ONLY)
  const { groupId } = owner
  const { name } = group
  if (!isNameTyped(typedName, name)) {
    throw invalidField('name', `This is not the name of the group. Type "${name}" to delete it.`)
  }
  const now = ctx.clock.now()
  await runHooks(ctx.groupHooks, (hooks) => hooks.beforeDeletion?.(tx, groupId))
  await markDeleted(tx, owner, now)
  const memberIds = await listMemberIds(tx, owner)
  await ctx.notify(
    tx,
    'group-deleted',
    memberIds.map((golferId) => ({
      golferId,
      // Messages of a deleted group are dropped, but this one must go out.
      groupId: null,
      data: { groupName: name, by: owner.golferId },
      key: `group-deleted:${groupId}:${golferId}:${now.toISOString()}`,
    })),
    now,
  )
  await recordAction(ctx, tx, {
    actorId: owner.golferId,
    action: 'group-deleted',
    group: { groupId, name },
    detail: `by its owner; can be restored for ${RESTORE_DAYS} days`,
  })
  return { message: `${name} has been deleted, and its members get an email.` }
}
