import type { Member } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import { recordAction } from '../../identity/index.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { GroupOwner } from '../access.ts'
import { readMember } from './read-member.ts'
import { lockMember, setAdmin } from './store.ts'

/**
 * Makes a member an admin, or an admin a regular member. Changes nothing if that is already so.
 * @throws AppError NOT_FOUND for a golfer who is not a member; NOT_ELIGIBLE for the owner
 */
export async function changeAdmin(
  ctx: Context,
  owner: GroupOwner,
  golferId: number,
  isAdmin: boolean,
): Promise<Member> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      if (!(await lockMember(tx, owner, golferId))) throw notFound('member')
      // Read under the lock, which an ownership transfer to this member takes too.
      const member = await readMember(tx, owner, golferId)
      if (member === undefined) throw notFound('member')
      if (member.isOwner) {
        throw new AppError('NOT_ELIGIBLE', 'The owner can do all that an admin can, and stays so.')
      }
      if (member.isAdmin === isAdmin) return member
      await setAdmin(tx, owner, golferId, isAdmin)
      await recordAction(ctx, tx, {
        actorId: owner.golferId,
        action: isAdmin ? 'admin-made' : 'admin-unmade',
        group: owner.group,
        golferId,
      })
      return { ...member, isAdmin }
    }),
  )
}
