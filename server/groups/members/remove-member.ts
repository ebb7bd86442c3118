import type { Context } from '../../context.ts'
import { recordAction } from '../../identity/index.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { GroupMember, GroupOwner } from '../access.ts'
import { startCooldownAfterLeaving } from '../invitations/answer-invitation.ts'
import { endMembership } from './end-membership.ts'

/**
 * Removes a member. Their spots in upcoming tee times open up; tee times they posted stay.
 * @throws AppError NOT_FOUND for a golfer who is not a member; OWNER_CANNOT_LEAVE
 */
export function removeMember(ctx: Context, owner: GroupOwner, golferId: number): Promise<void> {
  return end(ctx, owner, golferId, {
    action: 'member-removed',
    missing: 'member',
    refusal: "The group's owner can't be removed. Transfer the ownership first.",
  })
}

/**
 * Ends the golfer's own membership, as {@link removeMember} does. The group cannot invite them again for a
 * while.
 * @throws AppError NOT_FOUND when it has already ended; OWNER_CANNOT_LEAVE
 */
export function leaveGroup(ctx: Context, member: GroupMember): Promise<void> {
  return end(ctx, member, member.golferId, {
    action: 'member-left',
    missing: 'group',
    refusal: 'You own this group. Transfer the ownership to another member first, then leave.',
  })
}

async function end(
  ctx: Context,
  scope: GroupMember,
  golferId: number,
  words: { action: 'member-removed' | 'member-left'; missing: string; refusal: string },
): Promise<void> {
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const place = { groupId: scope.groupId, golferId }
      const outcome = await endMembership(ctx, tx, place, ctx.clock.now())
      switch (outcome) {
        case 'removed':
          await recordAction(ctx, tx, {
            actorId: scope.golferId,
            action: words.action,
            group: scope.group,
            golferId,
          })
          if (words.action === 'member-left') {
            await startCooldownAfterLeaving(ctx, tx, place)
          }
          return
        case 'gone':
          throw notFound(words.missing)
        case 'owner':
          throw new AppError('OWNER_CANNOT_LEAVE', words.refusal)
      }
    }),
  )
}
