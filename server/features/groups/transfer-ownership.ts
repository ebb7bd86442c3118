import { OWNER_ONLY } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import type { GroupOwner } from './gate.ts'
import { handOver, holdMember } from './store.ts'

/**
 * Gives a group to another of its members; the old owner stays as an admin.
 * @throws AppError NOT_ELIGIBLE when that golfer is no other member; FORBIDDEN when the group has just
 * been handed over
 */
export async function transferOwnership(
  ctx: Pick<Context, 'db' | 'clock'>,
  owner: GroupOwner,
  newOwnerId: number,
): Promise<{ message: string }> {
  if (newOwnerId === owner.golferId) {
    throw new AppError('NOT_ELIGIBLE', 'You own this group already. Pick another member.')
  }
  return ctx.db.transaction(async (tx) => {
    // The membership first, as its removal does: that one waits now, or left nothing to find.
    const target = await holdMember(tx, owner, newOwnerId)
    if (target === undefined) {
      throw new AppError(
        'NOT_ELIGIBLE',
        'This golfer is not a member of the group any more. Pick another member.',
      )
    }
    if (!(await handOver(tx, owner, newOwnerId))) throw new AppError('FORBIDDEN', OWNER_ONLY)
    await recordAction(ctx, tx, {
      actorId: owner.golferId,
      action: 'ownership-transferred',
      group: owner.group,
      golferId: newOwnerId,
    })
    return { message: `${target.name} owns ${owner.group.name} now. You stay as an admin.` }
  })
}
