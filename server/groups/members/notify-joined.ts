import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'

/** How a golfer became a member. */
export type JoinedGroup = 'added' | 'accepted' | 'created'

/**
 * Notifies a golfer that they are now in a group. Not needed for a new account: the email with the link to
 * set its first password says so.
 * @param joining.by the golfer who let them in
 */
export async function notifyJoined(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  {
    groupId,
    golferId,
    by,
    how,
  }: { groupId: number; golferId: number; by: number; how: JoinedGroup },
  now: Date,
): Promise<void> {
  const key = `added:${groupId}:${golferId}:${now.toISOString()}`
  await ctx.notify(tx, 'added', [{ golferId, groupId, data: { how, by }, key }], now)
}
