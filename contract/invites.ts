import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, id, instant, messageBody, personName, phoneNumber } from './fields.ts'
import { listedMember } from './members.ts'

export const inviteLink = z.object({
  id,
  token: z.string(),
  /** Only the owner can set this to true. */
  joinsWithoutApproval: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
})
export type InviteLink = z.output<typeof inviteLink>

export const listInviteLinks = endpoint('GET', '/api/groups/{id}/invite-links', {
  summary: "A group's active invite links, newest first",
  response: z.array(inviteLink),
})

export const createInviteLink = endpoint('POST', '/api/groups/{id}/invite-links', {
  summary: 'Create an invite link, which expires',
  response: inviteLink,
  status: 201,
  once: true,
})

export const revokeInviteLink = endpoint('DELETE', '/api/groups/{id}/invite-links/{linkId}', {
  summary: 'Turn off an invite link',
})

export const changeInviteLink = endpoint('PATCH', '/api/groups/{id}/invite-links/{linkId}', {
  summary: 'Choose whether anyone with an invite link joins at once or has to be approved',
  body: z.object({ joinsWithoutApproval: z.boolean() }),
  response: inviteLink,
})

export const readInviteLink = endpoint('GET', '/api/invites/{token}', {
  summary: 'The group that an invite link is for',
  response: z.object({
    groupName: z.string(),
    slug: z.string(),
    ownerName: z.string(),
    memberCount: z.int(),
    /** Always false if the group has expired. */
    joinsWithoutApproval: z.boolean(),
  }),
})

/** For visitors. A signed-in golfer sends no form. */
export const joinRequestForm = z.object({ name: personName(), email, phone: phoneNumber() })

/** For a visitor with a link that needs no approval. */
export const joinForm = z.pick(joinRequestForm, { name: true, email: true })

/** A visitor gets the same response whether or not the email address has an account. */
export const requestToJoin = endpoint('POST', '/api/invites/{token}/requests', {
  summary:
    'Join the group of an invite link or request to join it, with a session or with name, email and phone',
  body: z.optional(z.partial(joinRequestForm)),
  response: z.extend(messageBody, {
    /**
     * - 'requested': the owner or an admin must approve the request.
     * - 'member': the signed-in golfer is already a member.
     * - 'joined': the link needs no approval, and the signed-in golfer is now a member.
     * - 'invited': the link needs no approval, and the visitor gets an email with a link to join.
     */
    status: z.enum(['requested', 'member', 'joined', 'invited']),
  }),
  once: true,
})

export const joinRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  createdAt: instant,
})
export type JoinRequest = z.output<typeof joinRequest>

export const listJoinRequests = endpoint('GET', '/api/groups/{id}/requests', {
  summary: 'Open requests to join a group, oldest first',
  response: z.array(joinRequest),
})

export const acceptRequest = endpoint('POST', '/api/groups/{id}/requests/{requestId}/accept', {
  summary:
    'Approve a request to join. A golfer who was signed in becomes a member at once; a visitor gets an invitation',
  response: listedMember,
})

export const declineRequest = endpoint('POST', '/api/groups/{id}/requests/{requestId}/decline', {
  summary: 'Decline a request to join',
})
