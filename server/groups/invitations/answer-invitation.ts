import { INVITATION_COOLDOWN_DAYS, type MyInvitation } from '../../../contract/invitations.ts'
import type { Context } from '../../context.ts'
import { recordAction, type SessionHolder } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { addMemberWithin } from '../members/add-member.ts'
import { isMember } from '../members/store.ts'
import type { LinkReader } from '../welcome/access.ts'
import {
  deleteInvitationsBefore,
  insertInviteCooldown,
  insertInviteCooldownOfGolfer,
  listInvitationsTo,
  lockInvitation,
  lockProvenAddress,
  saveDecision,
} from './store.ts'

const KEPT_DAYS = 30

export interface JoinedGroup {
  readonly slug: string
  readonly groupName: string
}

/** Returns the open invitations to the golfer's proven address. */
export async function listMyInvitations(
  ctx: Context,
  holder: SessionHolder,
): Promise<MyInvitation[]> {
  const rows = await listInvitationsTo(ctx.db, holder, ctx.clock.now())
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}

/**
 * Accepts an invitation, which makes the golfer a member. Accepting again changes nothing.
 * @throws AppError NOT_FOUND if it is for another address, was withdrawn or has expired
 */
export async function acceptInvitation(
  ctx: Context,
  { golferId }: SessionHolder,
  invitationId: number,
): Promise<JoinedGroup> {
  return inTransaction(ctx.db, async (tx) => {
    const joined = await acceptInvitationWithin(ctx, tx, { golferId, invitationId })
    if (joined === undefined) throw notFound('invitation')
    return joined
  })
}

/** Does the same as {@link acceptInvitation} in a transaction; returns undefined instead of throwing. */
export async function acceptInvitationWithin(
  ctx: Pick<Context, 'clock' | 'groupHooks'>,
  tx: Queries,
  { golferId, invitationId }: { golferId: number; invitationId: number },
): Promise<JoinedGroup | undefined> {
  // Lock the account first, like account deletion and everything that adds to its groups.
  const email = await lockProvenAddress(tx, golferId)
  const invitation = email === undefined ? undefined : await lockInvitation(tx, invitationId, email)
  if (invitation === undefined) return undefined
  const { groupId, name, slug } = invitation.group
  const now = ctx.clock.now()
  if (invitation.decision === 'accepted') {
    return (await isMember(tx, { groupId, golferId })) ? { slug, groupName: name } : undefined
  }
  if (invitation.decision !== null || invitation.expiresAt <= now) return undefined
  await saveDecision(tx, invitationId, 'accepted', now)
  if ((await addMemberWithin(ctx, tx, { groupId, golferId })) === 'gone') return undefined
  const group = { groupId, name }
  await recordAction(ctx, tx, { actorId: golferId, action: 'invitation-accepted', group, golferId })
  return { slug, groupName: name }
}

/**
 * Declines an invitation, and keeps the group from inviting the address again for a while. Declining again
 * changes nothing.
 * @throws AppError NOT_FOUND as {@link acceptInvitation} does
 */
export async function declineInvitation(
  ctx: Context,
  { golferId }: SessionHolder,
  invitationId: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const email = await lockProvenAddress(tx, golferId)
    if (email === undefined) throw notFound('invitation')
    await declineIn(ctx, tx, { invitationId, email, golferId })
  })
}

/**
 * Declines the invitation of a mailed link, with or without an account.
 * @throws AppError NOT_FOUND when it was answered or withdrawn meanwhile, or has expired
 */
export async function declineByLink(
  ctx: Context,
  { email, golferId }: LinkReader,
  invitationId: number,
): Promise<void> {
  await inTransaction(ctx.db, (tx) => declineIn(ctx, tx, { invitationId, email, golferId }))
}

async function declineIn(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  asked: { invitationId: number; email: string; golferId: number | null },
): Promise<void> {
  const { invitationId, email, golferId } = asked
  const now = ctx.clock.now()
  const invitation = await lockInvitation(tx, invitationId, email)
  if (invitation?.decision === 'declined') return
  if (invitation === undefined || invitation.decision !== null || invitation.expiresAt <= now) {
    throw notFound('invitation')
  }
  const { groupId, name } = invitation.group
  await saveDecision(tx, invitationId, 'declined', now)
  await insertInviteCooldown(tx, { groupId, email, until: cooldownEnd(now) })
  if (golferId === null) return
  const group = { groupId, name }
  await recordAction(ctx, tx, { actorId: golferId, action: 'invitation-declined', group, golferId })
}

/** Keeps a group from inviting a golfer who leaves it, for a while. Must run in the same transaction. */
export function startCooldownAfterLeaving(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  membership: { groupId: number; golferId: number },
): Promise<void> {
  return insertInviteCooldownOfGolfer(tx, { ...membership, until: cooldownEnd(clock.now()) })
}

function cooldownEnd(now: Date): Date {
  return new Date(now.getTime() + INVITATION_COOLDOWN_DAYS * DAY_MS)
}

/** Deletes invitations decided or expired over {@link KEPT_DAYS} days ago. For the nightly job. */
export function deleteOldInvitations({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  return deleteInvitationsBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS), now)
}
