import type { Context } from '../../context.ts'
import { recordAction, type SessionHolder } from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { addMember } from '../members/manage-members.ts'
import { isMember } from '../members/store.ts'
import * as store from './store.ts'

export { listInvitationsTo } from './store.ts'

/** @throws AppError NOT_FOUND unless the invitation is open and for the golfer's proven address */
export function acceptInvitation(ctx: Context, { golferId }: SessionHolder, invitationId: number) {
  return inTransaction(ctx.db, async (tx) => {
    const joinedGroup = await acceptInvitationInTransaction(ctx, tx, golferId, invitationId)
    if (joinedGroup === undefined) throw notFound('invitation')
    return { message: `You're now in ${joinedGroup.groupName}.`, ...joinedGroup }
  })
}

/** Returns undefined where {@link acceptInvitation} throws. Accepting again changes nothing. */
export async function acceptInvitationInTransaction(
  ctx: Context,
  tx: Queries,
  golferId: number,
  invitationId: number,
) {
  // Lock the account before the group. All code that adds a golfer to a group uses this order.
  const email = await store.lockProvenAddress(tx, golferId)
  const now = ctx.clock.now()
  const invitation = email && (await store.lockInvitation(tx, invitationId, email, 'accepted', now))
  if (!invitation) return undefined
  const { group } = invitation
  const { groupId, name: groupName, slug } = group
  if (invitation.isDecided) {
    return (await isMember(tx, { groupId, golferId })) ? { slug, groupName } : undefined
  }
  await store.saveDecision(tx, invitationId, 'accepted', now)
  if ((await addMember(ctx, tx, { groupId, golferId })) === 'gone') return undefined
  await recordAction(ctx, tx, { actorId: golferId, action: 'invitation-accepted', group, golferId })
  return { slug, groupName }
}

/** Starts a cooldown for new invitations. @throws AppError as {@link acceptInvitation} does */
export function declineInvitation(ctx: Context, { golferId }: SessionHolder, invitationId: number) {
  return inTransaction(ctx.db, async (tx) => {
    const email = await store.lockProvenAddress(tx, golferId)
    if (email === undefined) throw notFound('invitation')
    return declineInvitationInTransaction(ctx, tx, { email, golferId }, invitationId)
  })
}

/** Like {@link declineInvitation}. `golferId` is null without an account. Declining again changes nothing. */
export async function declineInvitationInTransaction(
  ctx: Context,
  tx: Queries,
  { email, golferId }: { email: string; golferId: number | null },
  invitationId: number,
) {
  const now = ctx.clock.now()
  const invitation = await store.lockInvitation(tx, invitationId, email, 'declined', now)
  if (invitation === undefined) throw notFound('invitation')
  const { group, isDecided } = invitation
  if (!isDecided) {
    await store.saveDecision(tx, invitationId, 'declined', now)
    await store.insertCooldown(tx, group.groupId, email, now)
    const entry = { action: 'invitation-declined', group, golferId } as const
    if (golferId !== null) await recordAction(ctx, tx, { actorId: golferId, ...entry })
  }
  return { message: 'You declined the invitation.' }
}
