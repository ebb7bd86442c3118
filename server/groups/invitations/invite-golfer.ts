import { MAX_INVITATIONS_PER_DAY, RESEND_AFTER_MINUTES } from '../../../contract/invitations.ts'
import type { InvitedMember } from '../../../contract/members.ts'
import { capitalized } from '../../../contract/names.ts'
import type { Context } from '../../context.ts'
import { DAY_MS, localDateOf, MINUTE_MS, readableDate } from '../../platform/clock.ts'
import { inTransaction, type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Membership } from '../../ports.ts'
import { type GroupOwnerOrAdmin, type GroupViewer, requireSubscription } from '../access.ts'
import type { FoundInviteLink } from '../invite-links/store.ts'
import { findMember } from '../members/store.ts'
import type { invitations } from '../schema.ts'
import { recordInGroup } from '../store.ts'
import { sendInvitation } from '../welcome/make-link.ts'
import * as store from './store.ts'

const MAX_SENDS = 5

type InvitedGolfer = Pick<typeof invitations.$inferSelect, 'name' | 'email' | 'phone'>

/**
 * Invites an address to a group. Neither the outcome nor the response depends on whether the address has an
 * account: the response repeats what was typed.
 * @throws AppError SUBSCRIPTION_REQUIRED; ALREADY_MEMBER; ALREADY_INVITED; NOT_YET during the cooldown after
 * the golfer left or declined; TOO_MANY beyond the daily limit
 */
export async function inviteGolfer(ctx: Context, access: GroupOwnerOrAdmin, golfer: InvitedGolfer) {
  requireSubscription(access, ctx.clock.now(), 'add members')
  const invitee = { ...golfer, typedByInviter: true }
  return inTransaction(ctx.db, (tx) => inviteGolferInTransaction(ctx, tx, access, invitee))
}

/**
 * Like {@link inviteGolfer}, but does not check the subscription. The cooldown does not apply to a visitor
 * who asked through an invite link (`typedByInviter` is false).
 */
export async function inviteGolferInTransaction(
  ctx: Context,
  tx: Queries,
  access: GroupOwnerOrAdmin,
  golfer: InvitedGolfer & { typedByInviter: boolean },
) {
  const { groupId, golferId: invitedBy } = access
  const now = ctx.clock.now()
  const member = await findMember(tx, groupId, golfer.email)
  if (member !== undefined) {
    const message = `This email belongs to ${capitalized(member.name)}, who is already a member of this group.`
    throw new AppError('ALREADY_MEMBER', message)
  }
  const cooldownEnd =
    golfer.typedByInviter && (await store.findCooldownEnd(tx, groupId, golfer.email, now))
  if (cooldownEnd) {
    const date = readableDate(localDateOf(cooldownEnd, access.group.timeZone))
    throw new AppError(
      'NOT_YET',
      `This golfer left the group or declined an invitation. You can invite them again after ${date}. Until then, send them an invite link.`,
    )
  }
  await refuseTooManyInvitations(tx, access, now)
  const invitation = await store.insertInvitation(tx, { ...golfer, groupId, invitedBy }, now)
  if (invitation === undefined) {
    throw new AppError(
      'ALREADY_INVITED',
      'This golfer has already been invited. You can send the invitation again from the member list.',
    )
  }
  await recordInGroup(ctx, tx, access, 'member-invited')
  await sendInvitation(tx, invitation.id)
  return presentInvitation(invitation, golfer.typedByInviter || access.role !== 'admin')
}

/**
 * Invites a visitor of an invite link through which anyone can join without approval. The emailed invitation
 * proves that the address is theirs. The cooldown after declining or leaving does not apply. If an invitation
 * is already open, sends it again, within limits. If the visitor is a member, does nothing. Returns false if
 * the daily limit is reached.
 */
export async function inviteByLink(
  { clock }: Context,
  tx: Queries,
  link: FoundInviteLink,
  visitor: Pick<InvitedGolfer, 'name' | 'email'>,
): Promise<boolean> {
  const { groupId, linkCreatorId } = link
  const now = clock.now()
  // Check before looking up the address, so that the outcome reveals nothing about it.
  if (await isAtLimit(tx, { groupId, golferId: linkCreatorId }, now)) return false
  if ((await findMember(tx, groupId, visitor.email)) !== undefined) return true
  const origin = { phone: '', groupId, invitedBy: linkCreatorId, typedByInviter: false }
  const invitation = await store.insertInvitation(tx, { ...visitor, ...origin }, now)
  if (invitation === undefined) await resendOnRequest(tx, visitor.email, now, groupId)
  else await sendInvitation(tx, invitation.id)
  return true
}

/**
 * Resends the newest open invitation to an address, from the given group or from any. Does nothing within an
 * hour of the invitation's last email or after five emails, because anyone can ask for any address.
 */
export async function resendOnRequest(tx: Queries, email: string, now: Date, groupId?: number) {
  const invitation = await store.lockNewestInvitation(tx, email, now, groupId)
  if (invitation === undefined || wasJustSent(invitation, now)) return
  if (invitation.sends >= MAX_SENDS) return
  await store.recordResend(tx, invitation, now)
  await sendInvitation(tx, invitation.id)
}

export async function listInvited(ctx: Context, viewer: GroupViewer) {
  if (viewer.role === 'member') return []
  const rows = await store.listOpenInvitations(ctx.db, viewer, ctx.clock.now())
  return rows.map((row) => presentInvitation(row, viewer.role !== 'admin'))
}

export function withdrawInvitation(ctx: Context, access: GroupOwnerOrAdmin, invitationId: number) {
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await store.lockOpenInvitation(tx, access, invitationId, now)
    await store.saveDecision(tx, invitationId, 'withdrawn', now)
    await recordInGroup(ctx, tx, access, 'invitation-withdrawn')
    return { message: 'The invitation has been withdrawn.' }
  })
}

/** @throws AppError NOT_FOUND; NOT_YET within an hour of the last email; TOO_MANY; SUBSCRIPTION_REQUIRED */
export function resendInvitation(ctx: Context, access: GroupOwnerOrAdmin, invitationId: number) {
  const now = ctx.clock.now()
  return inTransaction(ctx.db, async (tx) => {
    const invitation = await store.lockOpenInvitation(tx, access, invitationId, now)
    requireSubscription(access, now, 'add members')
    if (wasJustSent(invitation, now)) {
      const message = 'This invitation was sent less than an hour ago. Try again later.'
      throw new AppError('NOT_YET', message)
    }
    if (invitation.sends >= MAX_SENDS) {
      throw new AppError(
        'TOO_MANY',
        `You can't send this invitation more than ${MAX_SENDS} times. Send an invite link instead.`,
      )
    }
    await refuseTooManyInvitations(tx, access, now)
    const changes = await store.recordResend(tx, invitation, now)
    await recordInGroup(ctx, tx, access, 'invitation-resent')
    await sendInvitation(tx, invitationId)
    return presentInvitation({ ...invitation, ...changes }, access.role !== 'admin')
  })
}

const wasJustSent = ({ sentAt }: { sentAt: Date }, now: Date) =>
  now.getTime() - sentAt.getTime() < RESEND_AFTER_MINUTES * MINUTE_MS

async function isAtLimit(tx: Queries, inviter: Membership, now: Date): Promise<boolean> {
  // Without these locks, simultaneous invitations could exceed the limit.
  await takeAdvisoryLock(tx, `invitations-by:${inviter.golferId}`)
  await takeAdvisoryLock(tx, `invitations-of:${inviter.groupId}`)
  const aDayAgo = new Date(now.getTime() - DAY_MS)
  return (await store.countInvitationsSent(tx, inviter, aDayAgo)) >= MAX_INVITATIONS_PER_DAY
}

async function refuseTooManyInvitations(
  tx: Queries,
  access: GroupOwnerOrAdmin,
  now: Date,
): Promise<void> {
  if (!(await isAtLimit(tx, access, now))) return
  throw new AppError(
    'TOO_MANY',
    `You've reached the limit of ${MAX_INVITATIONS_PER_DAY} invitations in 24 hours. Try again tomorrow, or send an invite link.`,
  )
}

function presentInvitation(
  { id, name, email, phone, createdAt, expiresAt }: typeof invitations.$inferSelect,
  showsPhone: boolean,
): InvitedMember {
  return {
    status: 'invited',
    invitationId: id,
    name,
    email,
    ...(showsPhone && { phone }),
    invitedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
