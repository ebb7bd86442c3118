import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  done,
  email,
  id,
  idParams,
  instant,
  personName,
  phoneNumber,
  urlId,
  urlToken,
} from './fields.ts'
import { listedMember } from './members.ts'

/** A link that lets its visitors ask to join a group. */
export const inviteLink = z.object({
  id,
  /** Its address is `/invite/{token}`. */
  token: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
})
export type InviteLink = z.output<typeof inviteLink>

export const listInviteLinks = endpoint('GET', '/api/groups/{id}/invite-links', {
  summary: "A group's active invite links, newest first",
  params: idParams,
  answer: z.array(inviteLink),
})

export const createInviteLink = endpoint('POST', '/api/groups/{id}/invite-links', {
  summary: 'Create an invite link, which expires',
  params: idParams,
  answer: inviteLink,
  status: 201,
  once: true,
})

export const revokeInviteLink = endpoint('DELETE', '/api/groups/{id}/invite-links/{linkId}', {
  summary: 'Revoke an invite link',
  params: z.object({ id: urlId, linkId: urlId }),
  answer: done,
})

const inviteParams = z.object({ token: urlToken })

export const readInvite = endpoint('GET', '/api/invites/{token}', {
  summary: 'The group that an invite link is for',
  params: inviteParams,
  answer: z.object({
    groupName: z.string(),
    slug: z.string(),
    ownerName: z.string(),
    memberCount: z.int(),
  }),
})

/** What a visitor without a session fills in. A signed-in golfer's account has it already. */
export const joinRequestForm = z.object({ name: personName(), email, phone: phoneNumber() })

/** Visitors get the same answer whether or not the address has an account. */
export const requestToJoin = endpoint('POST', '/api/invites/{token}/requests', {
  summary:
    'Request to join the group of an invite link, with a session or with name, email and phone',
  params: inviteParams,
  body: z.optional(z.partial(joinRequestForm)),
  answer: z.extend(done, {
    /** 'member' for a signed-in golfer who already is a member. */
    status: z.enum(['requested', 'member']),
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
  params: idParams,
  answer: z.array(joinRequest),
})

const requestParams = z.object({ id: urlId, requestId: urlId })

export const acceptRequest = endpoint('POST', '/api/groups/{id}/requests/{requestId}/accept', {
  summary:
    'Accept a request to join. A golfer who was signed in becomes a member at once; a visitor gets an invitation',
  params: requestParams,
  answer: listedMember,
})

export const declineRequest = endpoint('POST', '/api/groups/{id}/requests/{requestId}/decline', {
  summary: 'Decline a request to join',
  params: requestParams,
  answer: done,
})
