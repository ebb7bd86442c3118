import type { Member } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError } from '../../platform/errors.ts'
import { tellOfJoining } from '../alerts/tell-of-joining.ts'
import { recordAction } from '../audit/record-action.ts'
import { findOrRegister } from '../golfers/find-or-register.ts'
import type { GroupManager } from '../groups/gate.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import { admit } from './add-member.ts'
import { readMember } from './read-member.ts'

/**
 * Adds whoever has this address, and makes an account where nobody has. An account that was there
 * joins as it is, and keeps its phone number to itself: typing an address must not tell it.
 * @throws AppError SUBSCRIPTION_REQUIRED; ALREADY_MEMBER; NOT_ELIGIBLE for an account that is deleted
 */
export async function addByAddress(
  ctx: Context,
  scope: GroupManager,
  golfer: { name: string; email: string; phone: string },
): Promise<Member> {
  requireSubscription(scope, ctx.clock.now(), 'add members')
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const { groupId } = scope
      const { golferId, isNew } = await findOrRegister(tx, golfer, groupId)
      const admission = await admit(tx, { groupId, golferId, sharesPhone: isNew })
      if (admission === 'gone') {
        throw new AppError('NOT_ELIGIBLE', 'This account is deleted. Use another email address.')
      }
      const member = await readMember(tx, scope, golferId)
      if (admission === 'already' || member === undefined) {
        throw new AppError(
          'ALREADY_MEMBER',
          `${member?.name ?? 'This golfer'} is already a member of this group with this email.`,
        )
      }
      await recordAction(ctx, tx, {
        actorId: scope.golferId,
        action: 'member-added',
        group: scope.group,
        golferId,
      })
      if (!isNew) {
        const joining = { groupId, golferId, by: scope.golferId, how: 'added' } as const
        await tellOfJoining(tx, joining, ctx.clock.now())
      }
      return member
    }),
  )
}
