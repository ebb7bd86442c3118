import type { Context } from '../../context.ts'
import { endMembership } from '../../groups/members/manage-members.ts'
import { deleteGolferInTransaction } from '../../identity/golfers/delete-golfer.ts'
import { inTransaction } from '../../platform/database/database.ts'

/** Deletes a golfer's account without access checks. */
export function deleteAccount(
  ctx: Pick<Context, 'db' | 'clock' | 'notify' | 'golferHooks' | 'groupHooks'>,
  golferId: number,
) {
  return inTransaction(ctx.db, (tx) => deleteGolferInTransaction(ctx, tx, golferId))
}

/** Ends a membership without access checks. */
export function endMember(
  ctx: Pick<Context, 'db' | 'clock' | 'groupHooks' | 'notify'>,
  membership: { readonly groupId: number; readonly golferId: number },
) {
  return inTransaction(ctx.db, (tx) => endMembership(ctx, tx, membership, ctx.clock.now()))
}
