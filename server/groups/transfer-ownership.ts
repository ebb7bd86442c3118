import { OWNER_ONLY } from '../../contract/groups.ts'
import { MAX_OWNED_GROUPS } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { recordAction } from '../identity/index.ts'
import { type Queries, retryConflicts } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { runHooks } from '../ports.ts'
import type { GroupOwner } from './access.ts'
import { lockMember, lockOwner, transferGroup } from './store.ts'

/**
 * Transfers a group to another member. The old owner stays as an admin.
 * @throws AppError NOT_ELIGIBLE when the golfer is the owner, is not a member, or owns the maximum number
 * of groups; FORBIDDEN when ownership was just transferred
 */
export async function transferOwnership(
  ctx: Pick<Context, 'db' | 'clock' | 'groupHooks' | 'notify'>,
  owner: GroupOwner,
  newOwnerId: number,
): Promise<{ message: string }> {
  if (newOwnerId === owner.golferId) {
    throw new AppError('NOT_ELIGIBLE', 'You own this group already. Pick another member.')
  }
  return retryConflicts(() => ctx.db.transaction((tx) => transferIn(ctx, tx, owner, newOwnerId)))
}

async function transferIn(
  ctx: Pick<Context, 'clock' | 'groupHooks' | 'notify'>,
  tx: Queries,
  owner: GroupOwner,
  newOwnerId: number,
): Promise<{ message: string }> {
  // Lock the account first, like everything that adds to its groups.
  const owned = (await lockOwner(tx, { golferId: newOwnerId })) ?? 0
  // Then lock the membership. A concurrent removal now waits, or has already deleted the row.
  const target = await lockMember(tx, owner, newOwnerId)
  if (target === undefined) {
    throw new AppError(
      'NOT_ELIGIBLE',
      'This golfer is not a member of the group any more. Pick another member.',
    )
  }
  if (owned >= MAX_OWNED_GROUPS) {
    throw new AppError(
      'NOT_ELIGIBLE',
      `${target.name} owns ${owned} groups, and nobody can own more. Pick another member.`,
    )
  }
  if (!(await transferGroup(tx, owner, newOwnerId))) throw new AppError('FORBIDDEN', OWNER_ONLY)
  const now = ctx.clock.now()
  await runHooks(ctx.groupHooks, (hooks) => hooks.ownershipTransferred?.(tx, owner.groupId, now))
  await recordAction(ctx, tx, {
    actorId: owner.golferId,
    action: 'ownership-transferred',
    group: owner.group,
    golferId: newOwnerId,
  })
  const { groupId } = owner
  const key = `ownership:${groupId}:${newOwnerId}:${now.toISOString()}`
  const recipient = { golferId: newOwnerId, groupId, data: { by: owner.golferId }, key }
  await ctx.notify(tx, 'ownership', [recipient], now)
  return { message: `${target.name} owns ${owner.group.name} now. You stay as an admin.` }
}
