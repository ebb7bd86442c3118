import type { Context } from '../../context.ts'
import { lockEmail } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Membership, runHooks } from '../../ports.ts'
import { deleteOpenInvitations, insertMember, isMember } from './store.ts'

/** Returns 'already' if the golfer is a member, or 'gone' if the account was just deleted. */
export async function addMember(
  ctx: Pick<Context, 'groupHooks'>,
  tx: Queries,
  { groupId, golferId, isAdmin = false }: Membership & { isAdmin?: boolean },
): Promise<'added' | 'already' | 'gone'> {
  const membership = { groupId, golferId }
  // Check before locking, because removing a member and deleting an account lock in another order.
  if (await isMember(tx, membership)) return 'already'
  // Lock order in all code: tee times, then the golfer, then the membership.
  const parts = await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeJoining?.(tx, membership))
  // This lock blocks account deletion, which checks for memberships only after it has locked the account.
  const email = await lockEmail(tx, golferId)
  if (email === undefined) return 'gone'
  const isAdded = await insertMember(tx, { ...membership, isAdmin })
  if (isAdded) for (const part of parts) await part.memberJoined()
  // A member no longer needs open invitations.
  await deleteOpenInvitations(tx, groupId, email)
  return isAdded ? 'added' : 'already'
}

export type JoinReason = 'added' | 'accepted' | 'created'

/** Notifies a golfer that `by` let them into a group. */
export async function notifyJoined(
  { notify, clock }: Pick<Context, 'notify' | 'clock'>,
  tx: Queries,
  { groupId, golferId, by, how }: Membership & { by: number; how: JoinReason },
) {
  const now = clock.now()
  const key = `added:${groupId}:${golferId}:${now.toISOString()}`
  await notify(tx, 'added', [{ golferId, groupId, data: { how, by }, key }], now)
}
