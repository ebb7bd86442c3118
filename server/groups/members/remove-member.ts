import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type HookContext, type Membership, type Memberships, runHooks } from '../../ports.ts'
import type { GroupMember, GroupOwner } from '../access.ts'
import { insertInviteCooldown } from '../invitations/store.ts'
import { requireApproval } from '../invite-links/store.ts'
import { lockGroupWithHooks } from '../lock-with-parts.ts'
import { recordInGroup } from '../store.ts'
import { deleteMember, lockMembershipAndGroup } from './store.ts'

/** Posted tee times stay; invite links require approval. @throws AppError NOT_FOUND; OWNER_CANNOT_LEAVE */
export async function removeMember(ctx: Context, owner: GroupOwner, golferId: number) {
  const { groupId } = owner
  await inTransaction(ctx.db, async (tx) => {
    const outcome = await endMembership(ctx, tx, { groupId, golferId }, ctx.clock.now())
    if (outcome === 'gone') throw notFound('member')
    if (outcome === 'owner') {
      throw ownerError("The group's owner can't be removed. Transfer ownership first.")
    }
    await recordInGroup(ctx, tx, owner, 'member-removed', { golferId })
    // The removed member may have a link, and must not be able to rejoin without approval.
    await requireApproval(tx, groupId)
  })
}

/** The group cannot invite the golfer again for a while. @throws AppError NOT_FOUND; OWNER_CANNOT_LEAVE */
export async function leaveGroup(ctx: Context, member: GroupMember) {
  const { groupId, golferId } = member
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const outcome = await endMembership(ctx, tx, member, now)
    if (outcome === 'gone') throw notFound('group')
    if (outcome === 'owner') {
      throw ownerError(
        'You own this group. Transfer ownership to another member first, then leave.',
      )
    }
    await recordInGroup(ctx, tx, member, 'member-left', { golferId })
    const account = await findAccount(tx, golferId)
    if (account !== undefined) await insertInviteCooldown(tx, groupId, account.email, now)
  })
}

const ownerError = (message: string) => new AppError('OWNER_CANNOT_LEAVE', message)

/** Locks the tee times that change when a golfer leaves groups. Call it before {@link endMembership}. */
export function lockMemberships(ctx: HookContext, tx: Queries, leaving: Memberships, now: Date) {
  return runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeLeaving?.(ctx, tx, leaving, now))
}

/**
 * Ends a membership within a transaction. The golfer's spots in upcoming tee times open up or go to the
 * waiting list. Returns 'gone' for a golfer who is not a member; 'owner' for the group's owner, who stays.
 */
export async function endMembership(
  ctx: HookContext,
  tx: Queries,
  { groupId, golferId }: Membership,
  now: Date,
): Promise<'removed' | 'gone' | 'owner'> {
  // Lock order in all code: tee times, then the membership, then the group.
  const { found: ownerId, parts } = await lockGroupWithHooks(
    tx,
    { groupId },
    () => lockMemberships(ctx, tx, { groupIds: [groupId], golferId }, now),
    (attempt) => lockMembershipAndGroup(attempt, { groupId, golferId }),
  )
  if (ownerId === undefined) return 'gone'
  if (ownerId === golferId) return 'owner'
  for (const part of parts) await part.memberLeaving()
  await deleteMember(tx, { groupId, golferId })
  for (const part of parts) await part.memberLeft()
  return 'removed'
}
