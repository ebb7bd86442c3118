import type { Context } from '../../context.ts'
import { findAccount } from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type Leaving, type Membership, type Memberships, runHooks } from '../../ports.ts'
import type { GroupMember, GroupOwner } from '../access.ts'
import { insertInviteCooldown } from '../invitations/store.ts'
import { requireApproval } from '../invite-links/store.ts'
import { lockGroupWithHooks } from '../lock-with-parts.ts'
import { recordInGroup } from '../store.ts'
import { deleteMember, lockMembershipAndGroup } from './store.ts'

/**
 * Removes a member. Their spots in upcoming tee times open up; tee times they posted stay. Invite links that
 * needed no approval require it again.
 * @throws AppError NOT_FOUND for a golfer who is not a member; OWNER_CANNOT_LEAVE
 */
export function removeMember(ctx: Context, owner: GroupOwner, golferId: number): Promise<void> {
  return removeOrLeave(ctx, owner, golferId, {
    action: 'member-removed',
    missing: 'member',
    refusal: "The group's owner can't be removed. Transfer ownership first.",
  })
}

/**
 * Ends the golfer's own membership. The group cannot invite them again for a while.
 * @throws AppError NOT_FOUND if the membership has already ended; OWNER_CANNOT_LEAVE
 */
export function leaveGroup(ctx: Context, member: GroupMember): Promise<void> {
  return removeOrLeave(ctx, member, member.golferId, {
    action: 'member-left',
    missing: 'group',
    refusal: 'You own this group. Transfer ownership to another member first, then leave.',
  })
}

async function removeOrLeave(
  ctx: Context,
  scope: GroupMember,
  golferId: number,
  words: { action: 'member-removed' | 'member-left'; missing: string; refusal: string },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const place = { groupId: scope.groupId, golferId }
    const now = ctx.clock.now()
    const outcome = await endMembership(ctx, tx, place, now)
    if (outcome === 'gone') throw notFound(words.missing)
    if (outcome === 'owner') throw new AppError('OWNER_CANNOT_LEAVE', words.refusal)
    await recordInGroup(ctx, tx, scope, words.action, { golferId })
    if (words.action === 'member-removed') {
      // A removed member may have a link, and must not be able to rejoin without approval.
      return requireApproval(tx, scope.groupId)
    }
    const account = await findAccount(tx, golferId)
    if (account !== undefined) await insertInviteCooldown(tx, scope.groupId, account.email, now)
  })
}

/** Locks the tee times that change when a golfer leaves groups. Call it before {@link endMembership}. */
export function lockMemberships(
  ctx: Pick<Context, 'groupHooks' | 'notify'>,
  tx: Queries,
  leaving: Memberships,
  now: Date,
): Promise<Leaving[]> {
  return runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeLeaving?.(ctx, tx, leaving, now))
}

/**
 * Ends a membership within a transaction. The golfer's spots in upcoming tee times open up or go to the
 * waiting list. Returns 'gone' for a golfer who is not a member; 'owner' for the group's owner, who stays.
 */
export async function endMembership(
  ctx: Pick<Context, 'groupHooks' | 'notify'>,
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
