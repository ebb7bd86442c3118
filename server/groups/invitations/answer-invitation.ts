import type { MyInvitation } from '../../../contract/invitations.ts'
import type { Context } from '../../context.ts'
import { recordAction, type SessionHolder } from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { addMember } from '../members/add-member.ts'
import { isMember } from '../members/store.ts'
import type { WelcomeLinkHolder } from '../welcome/access.ts'
import * as store from './store.ts'

/** Returns the open invitations to the golfer's proven address. */
export function listMyInvitations(ctx: Context, holder: SessionHolder): Promise<MyInvitation[]> {
  return store.listInvitationsTo(ctx.db, holder, ctx.clock.now())
}

/**
 * Accepts an invitation, which makes the golfer a member. Accepting again changes nothing.
 * @throws AppError NOT_FOUND if the invitation is for another address, was withdrawn or has expired
 */
export async function acceptInvitation(
  ctx: Context,
  { golferId }: SessionHolder,
  invitationId: number,
) {
  return inTransaction(ctx.db, async (tx) => {
    const joined = await acceptInvitationWithin(ctx, tx, { golferId, invitationId })
    if (joined === undefined) throw notFound('invitation')
    return joined
  })
}

/** Like {@link acceptInvitation}, in the caller's transaction. Returns undefined instead of throwing. */
export async function acceptInvitationWithin(
  ctx: Pick<Context, 'clock' | 'groupHooks'>,
  tx: Queries,
  { golferId, invitationId }: { golferId: number; invitationId: number },
) {
  // Lock the account before the group. All code that adds a golfer to a group uses this order.
  const email = await store.lockProvenAddress(tx, golferId)
  const invitation =
    email === undefined ? undefined : await store.lockInvitation(tx, invitationId, email)
  if (invitation === undefined) return undefined
  const { groupId, name: groupName, slug } = invitation.group
  const now = ctx.clock.now()
  if (invitation.decision === 'accepted') {
    return (await isMember(tx, { groupId, golferId })) ? { slug, groupName } : undefined
  }
  if (invitation.decision !== null || invitation.expiresAt <= now) return undefined
  await store.saveDecision(tx, invitationId, 'accepted', now)
  if ((await addMember(ctx, tx, { groupId, golferId })) === 'gone') return undefined
  const { group } = invitation
  await recordAction(ctx, tx, { actorId: golferId, action: 'invitation-accepted', group, golferId })
  return { slug, groupName }
}

/**
 * Declines an invitation. The group cannot invite the address again for a while. Declining again changes
 * nothing.
 * @throws AppError NOT_FOUND as {@link acceptInvitation} does
 */
export async function declineInvitation(
  ctx: Context,
  { golferId }: SessionHolder,
  invitationId: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const email = await store.lockProvenAddress(tx, golferId)
    if (email === undefined) throw notFound('invitation')
    await decline(ctx, tx, { email, golferId }, invitationId)
  })
}

/** Like {@link declineInvitation}, for someone with an emailed link, who might have no account. */
export async function declineByLink(ctx: Context, reader: WelcomeLinkHolder, invitationId: number) {
  await inTransaction(ctx.db, (tx) => decline(ctx, tx, reader, invitationId))
}

async function decline(
  ctx: Context,
  tx: Queries,
  { email, golferId }: Pick<WelcomeLinkHolder, 'email' | 'golferId'>,
  invitationId: number,
): Promise<void> {
  const now = ctx.clock.now()
  const invitation = await store.lockInvitation(tx, invitationId, email)
  if (invitation?.decision === 'declined') return
  if (invitation === undefined || invitation.decision !== null || invitation.expiresAt <= now) {
    throw notFound('invitation')
  }
  const { group } = invitation
  await store.saveDecision(tx, invitationId, 'declined', now)
  await store.insertInviteCooldown(tx, group.groupId, email, now)
  if (golferId === null) return
  await recordAction(ctx, tx, { actorId: golferId, action: 'invitation-declined', group, golferId })
}
