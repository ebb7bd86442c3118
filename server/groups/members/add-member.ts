import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Membership, runHooks } from '../../ports.ts'
import { deleteOpenInvitations, insertMember, isMember, lockEmail } from './store.ts'

export interface NewMember extends Membership {
  readonly isAdmin?: boolean
}

/** The result of adding a member: 'already' if they are one, 'gone' if their account is deleted. */
export type Admission = 'added' | 'already' | 'gone'

/**
 * Adds a golfer to a group. Changes nothing for one who is already a member, or whose account was just
 * deleted. Returns whether the golfer was added.
 * @param ctx.db the pool, or the transaction that this is a part of
 */
export async function addMember(
  { db, groupHooks }: { db: Queries } & Pick<Context, 'groupHooks'>,
  member: NewMember,
): Promise<boolean> {
  return (await admit({ groupHooks }, db, member)) === 'added'
}

/** Does the same as {@link addMember}, but returns which case applied. Must run within a transaction. */
export async function admit(
  ctx: Pick<Context, 'groupHooks'>,
  tx: Queries,
  { groupId, golferId, isAdmin = false }: NewMember,
): Promise<Admission> {
  const membership = { groupId, golferId }
  // Check before locking: a golfer who is being deleted or removed right now is locked in another order.
  if (await isMember(tx, membership)) return 'already'
  // Lock tee times before the golfer and the membership, as everywhere.
  const parts = await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeJoining?.(tx, membership))
  // Blocks the deletion of the account, which looks for memberships under this lock.
  const email = await lockEmail(tx, golferId)
  if (email === undefined) return 'gone'
  const isAdded = await insertMember(tx, { ...membership, isAdmin })
  if (isAdded) for (const part of parts) await part.memberJoined()
  // However the golfer joined, open invitations are now pointless.
  await deleteOpenInvitations(tx, { groupId, email })
  return isAdded ? 'added' : 'already'
}
