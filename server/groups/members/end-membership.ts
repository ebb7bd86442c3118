import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Membership, type Memberships, runHooks } from '../../ports.ts'
import { deleteMember, lockPlace } from './store.ts'

/** Locks what changes when a golfer leaves several groups, before {@link endMembership}. */
export async function lockMemberships(
  ctx: Pick<Context, 'groupHooks' | 'notify'>,
  tx: Queries,
  leaving: Memberships,
  now: Date,
): Promise<void> {
  await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeLeaving?.(ctx, tx, leaving, now))
}

/**
 * Ends a membership within a transaction. The golfer's spots in upcoming tee times open up or go to the
 * waiting list. The golfer leaves all waiting lists. Tee times they posted stay.
 * @returns 'gone' for a golfer who is not a member; 'owner' for the group's owner, who stays
 * @throws Conflict when a tee time was posted meanwhile
 */
export async function endMembership(
  ctx: Pick<Context, 'groupHooks' | 'notify'>,
  tx: Queries,
  { groupId, golferId }: Membership,
  now: Date,
): Promise<'removed' | 'gone' | 'owner'> {
  // Lock tee times before the membership and the group, as everywhere.
  const leaving = { groupIds: [groupId], golferId }
  const parts = await runHooks(ctx.groupHooks, (hooks) =>
    hooks.lockBeforeLeaving?.(ctx, tx, leaving, now),
  )
  const ownerId = await lockPlace(tx, { groupId, golferId })
  if (ownerId === undefined) return 'gone'
  if (ownerId === golferId) return 'owner'
  for (const part of parts) await part.memberLeaving(groupId)
  await deleteMember(tx, { groupId, golferId })
  for (const part of parts) await part.memberLeft()
  return 'removed'
}
