import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, messageBody } from './fields.ts'
import { invitedMember } from './members.ts'

/** For this long, a group cannot invite a golfer who has left it or declined its invitation. */
export const INVITATION_COOLDOWN_DAYS = 30
/** The most invitations by one golfer, and for one group, in 24 hours. Resent invitations count, too. */
export const MAX_INVITATIONS_PER_DAY = 50
export const RESEND_AFTER_MINUTES = 60

const myInvitation = z.object({
  id,
  groupName: z.string(),
  inviterName: z.nullable(z.string()),
  memberCount: z.int(),
  createdAt: instant,
  expiresAt: instant,
})
export type MyInvitation = z.output<typeof myInvitation>

export const listMyInvitations = endpoint('GET', '/api/my-invitations', {
  summary: 'Open invitations to my email address, newest first',
  response: z.array(myInvitation),
})

export const acceptInvitation = endpoint('POST', '/api/my-invitations/{id}/accept', {
  summary: 'Accept an invitation and join the group',
  response: z.extend(messageBody, { slug: z.string(), groupName: z.string() }),
})

export const declineInvitation = endpoint('POST', '/api/my-invitations/{id}/decline', {
  summary: `Decline an invitation; the group cannot invite me again for ${INVITATION_COOLDOWN_DAYS} days`,
})

export const withdrawInvitation = endpoint(
  'DELETE',
  '/api/groups/{id}/invitations/{invitationId}',
  { summary: 'Withdraw an invitation; its link stops working' },
)

export const resendInvitation = endpoint(
  'POST',
  '/api/groups/{id}/invitations/{invitationId}/send',
  { summary: 'Resend an invitation', response: invitedMember },
)
