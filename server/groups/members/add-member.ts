import type { Context } from '../../context.ts'
import { lockEmail } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Membership, runHooks } from '../../ports.ts'
import { deleteOpenInvitations, insertMember, isMember } from './store.ts'

interface NewMember extends Membership {
  readonly isAdmin?: boolean
}

/**
 * Adds a golfer to a group. Changes nothing if the golfer is already a member or the account was just
 * deleted. Returns whether the golfer was added.
 * @param ctx.db the pool, or the caller's transaction
 */
export async function addMember(
  { db, groupHooks }: { db: Queries } & Pick<Context, 'groupHooks'>,
  member: NewMember,
): Promise<boolean> {
  return (await addMemberWithin({ groupHooks }, db, member)) === 'added'
}

/**
 * Does the same as {@link addMember} within a transaction. Returns 'already' if the golfer is a member, 'gone'
 * if the account was deleted.
 */
export async function addMemberWithin(
  ctx: Pick<Context, 'groupHooks'>,
  tx: Queries,
  { groupId, golferId, isAdmin = false }: NewMember,
): Promise<'added' | 'already' | 'gone'> {
  const membership = { groupId, golferId }
  // Check before locking, because deleting or removing a member locks in another order.
  if (await isMember(tx, membership)) return 'already'
  // Lock order in all code: tee times, then the golfer, then the membership.
  const parts = await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeJoining?.(tx, membership))
  // Blocks the deletion of the account, which looks for memberships under this lock.
  const email = await lockEmail(tx, golferId)
  if (email === undefined) return 'gone'
  const isAdded = await insertMember(tx, { ...membership, isAdmin })
  if (isAdded) for (const part of parts) await part.memberJoined()
  // A member no longer needs open invitations.
  await deleteOpenInvitations(tx, { groupId, email })
  return isAdded ? 'added' : 'already'
}

/** How a golfer became a member. */
export type JoinReason = 'added' | 'accepted' | 'created'

/**
 * Notifies a golfer that they are now in a group. Not needed for a new account: the email with the link to
 * set its first password says so.
 * @param joining.by the golfer who let them in
 */
export async function notifyJoined(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  { groupId, golferId, by, how }: Membership & { by: number; how: JoinReason },
  now: Date,
): Promise<void> {
  const key = `added:${groupId}:${golferId}:${now.toISOString()}`
  await ctx.notify(tx, 'added', [{ golferId, groupId, data: { how, by }, key }], now)
}
