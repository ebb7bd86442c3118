import { OWNER_ONLY } from '../../../contract/groups.ts'
import { MAX_OWNED_GROUPS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import type { GroupOwner } from '../access.ts'
import { lockOwnedCount, recordInGroup } from '../store.ts'
import { readMember } from './read-members.ts'
import { lockMember, lockNewOwner, setAdmin, transferGroup } from './store.ts'

/** @throws AppError NOT_FOUND for a golfer who is not a member; NOT_ELIGIBLE for the owner */
export async function changeAdminRole(
  ctx: Context,
  owner: GroupOwner,
  golferId: number,
  isAdmin: boolean,
) {
  return inTransaction(ctx.db, async (tx) => {
    const place = { groupId: owner.groupId, golferId }
    await lockMember(tx, place)
    // Read the member under the lock. An ownership transfer to this member takes the same lock.
    const member = await readMember(tx, owner, golferId)
    if (member.isOwner) throw new AppError('NOT_ELIGIBLE', 'The owner is always an admin.')
    if (member.isAdmin === isAdmin) return member
    await setAdmin(tx, place, isAdmin)
    await recordInGroup(ctx, tx, owner, isAdmin ? 'admin-made' : 'admin-unmade', { golferId })
    return { ...member, isAdmin }
  })
}

/**
 * Transfers a group to another member. The old owner stays as an admin.
 * @throws AppError NOT_ELIGIBLE if the golfer already owns the group, is not a member, or owns the maximum
 * number of groups; FORBIDDEN if ownership was just transferred
 */
export async function transferOwnership(ctx: Context, owner: GroupOwner, newOwnerId: number) {
  const { groupId, golferId: by } = owner
  const notEligible = (message: string) => new AppError('NOT_ELIGIBLE', message)
  if (newOwnerId === by) throw notEligible('You already own this group. Pick another member.')
  return inTransaction(ctx.db, async (tx) => {
    // Lock the account first. All code that makes a golfer the owner of a group does this.
    const owned = (await lockOwnedCount(tx, newOwnerId)) ?? 0
    // Then lock the membership. A concurrent removal now waits, or has already deleted the row.
    const target = await lockNewOwner(tx, owner, newOwnerId)
    if (target === undefined) {
      throw notEligible('This golfer is no longer a member of the group. Pick another member.')
    }
    if (owned >= MAX_OWNED_GROUPS) {
      throw notEligible(
        `${target.name} owns ${owned} groups, which is the most one golfer can own. Pick another member.`,
      )
    }
    if (!(await transferGroup(tx, owner, newOwnerId))) throw new AppError('FORBIDDEN', OWNER_ONLY)
    const now = ctx.clock.now()
    await runHooks(ctx.groupHooks, (hooks) => hooks.ownershipTransferred?.(tx, groupId, now))
    await recordInGroup(ctx, tx, owner, 'ownership-transferred', { golferId: newOwnerId })
    const key = `ownership:${groupId}:${newOwnerId}:${now.toISOString()}`
    await ctx.notify(tx, 'ownership', [{ golferId: newOwnerId, groupId, data: { by }, key }], now)
    return { message: `${target.name} now owns ${owner.group.name}. You'll stay on as an admin.` }
  })
}
