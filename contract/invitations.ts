import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, urlId } from './fields.ts'
import { invitedMember } from './members.ts'

/** How long an invitation can be accepted after it was last sent. */
export const INVITATION_DAYS = 30
/** A group cannot invite an address for this many days after its golfer left or declined. */
export const INVITATION_COOLDOWN_DAYS = 30
/** The most invitations that one golfer or one group may send in 24 hours, including resent ones. */
export const INVITATIONS_A_DAY = 50
/** How long after an invitation it can be sent again. */
export const RESEND_AFTER_MINUTES = 60

/** An invitation to a group, as its addressee sees it. */
const myInvitation = z.object({
  id,
  groupName: z.string(),
  /** Null once the inviter's account is deleted. */
  inviterName: z.nullable(z.string()),
  memberCount: z.int(),
  createdAt: instant,
  expiresAt: instant,
})
export type MyInvitation = z.output<typeof myInvitation>

export const myInvitations = endpoint('GET', '/api/my-invitations', {
  summary: 'Open invitations to my email address, newest first',
  answer: z.array(myInvitation),
})

export const acceptInvitation = endpoint('POST', '/api/my-invitations/{id}/accept', {
  summary: 'Accept an invitation and join the group',
  params: idParams,
  answer: z.extend(done, { slug: z.string(), groupName: z.string() }),
})

export const declineInvitation = endpoint('POST', '/api/my-invitations/{id}/decline', {
  summary: 'Decline an invitation; the group cannot invite me again for 30 days',
  params: idParams,
  answer: done,
})

const invitationParams = z.object({ id: urlId, invitationId: urlId })

export const withdrawInvitation = endpoint(
  'DELETE',
  '/api/groups/{id}/invitations/{invitationId}',
  {
    summary: 'Withdraw an invitation; its link stops working',
    params: invitationParams,
    answer: done,
  },
)

export const resendInvitation = endpoint(
  'POST',
  '/api/groups/{id}/invitations/{invitationId}/send',
  {
    summary: 'Resend an invitation',
    params: invitationParams,
    answer: invitedMember,
  },
)
