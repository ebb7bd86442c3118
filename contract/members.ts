import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, id, instant, personName, phoneNumber, requester } from './fields.ts'

export const member = z.object({
  status: z.literal('active'),
  id,
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  /** Present for the group's owner and super admins only. */
  phone: z.optional(z.string()),
})
export type Member = z.output<typeof member>

/**
 * An open invitation. The inviter typed the name and phone, or a visitor did when asking to join. Neither is
 * taken from the account that the email address may have.
 */
export const invitedMember = z.object({
  status: z.literal('invited'),
  invitationId: id,
  name: z.string(),
  email: z.string(),
  /** Present for the group's owner and super admins, and in the response to the inviter. */
  phone: z.optional(z.string()),
  invitedAt: instant,
  expiresAt: instant,
})
export type InvitedMember = z.output<typeof invitedMember>

export const listedMember = z.union([member, invitedMember])
export type ListedMember = z.output<typeof listedMember>

export function roleLabel(member: Pick<Member, 'isOwner' | 'isAdmin'>) {
  if (member.isOwner) return 'Owner'
  return member.isAdmin ? 'Admin' : 'Member'
}

const memberList = {
  summary:
    'The members of a group with their roles, owner first, then by name; then, for golfers who may add members, people with an open invitation',
  response: z.array(listedMember),
} as const

export const listMembersBySlug = endpoint('GET', '/api/groups/slug/{slug}/members-with-roles', {
  ...memberList,
})

export const listMembersById = endpoint('GET', '/api/groups/{id}/members-with-roles', {
  ...memberList,
})

export function canManageMember(
  viewer: { golferId: number | undefined; isOwner: boolean },
  target: Pick<Member, 'id' | 'isOwner'>,
): boolean {
  return viewer.isOwner && !target.isOwner && target.id !== viewer.golferId
}

export const addMemberForm = z.object({ name: personName(), email, phone: phoneNumber() })

export const addMember = endpoint('POST', '/api/groups/{id}/members', {
  summary: 'Invite a golfer to a group by email; they join once they accept',
  body: z.extend(addMemberForm, requester.shape),
  response: invitedMember,
  status: 201,
  once: true,
})

export const removeMember = endpoint('DELETE', '/api/groups/{id}/members/{memberId}', {
  summary: 'Remove a member; their spots in upcoming tee times open up',
  body: z.optional(requester),
})

export const changeAdmin = endpoint('PUT', '/api/groups/{id}/members/{memberId}/admin', {
  summary: 'Make a member an admin, or an admin a regular member',
  body: z.object({ isAdmin: z.boolean() }),
  response: member,
})

export const leaveGroup = endpoint('POST', '/api/groups/{id}/leave', {
  summary: 'Leave a group; my spots in upcoming tee times open up',
})
