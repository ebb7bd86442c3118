import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  done,
  email,
  id,
  idInAddress,
  idParams,
  personName,
  phoneNumber,
  requester,
} from './fields.ts'
import { type GroupRole, runsGroup, slugParams } from './groups.ts'

export const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  /** Present for the group's owner and super admins only. */
  phone: z.optional(z.string()),
})
export type Member = z.output<typeof member>

/** The label shown beside a member's name. */
export function roleLabel(of: Pick<Member, 'isOwner' | 'isAdmin'>): 'Owner' | 'Admin' | 'Member' {
  if (of.isOwner) return 'Owner'
  return of.isAdmin ? 'Admin' : 'Member'
}

export const membersBySlug = endpoint({
  method: 'GET',
  path: '/api/groups/slug/{slug}/members-with-roles',
  summary: 'The members of a group with their roles, owner first, then by name',
  params: slugParams,
  answer: z.array(member),
})

export const membersById = endpoint({
  method: 'GET',
  path: '/api/groups/{id}/members-with-roles',
  summary: 'The members of a group with their roles, owner first, then by name',
  params: idParams,
  answer: z.array(member),
})

/** Who lets golfers into a group: adds them, hands out invite links, decides who joins. */
export function canAddMembers(role: GroupRole): boolean {
  return runsGroup(role)
}

/** Others than the owner may be made admins, removed, or given the group. */
export function canManageMember(
  reader: { golferId: number | undefined; isOwner: boolean },
  target: Pick<Member, 'id' | 'isOwner'>,
): boolean {
  return reader.isOwner && !target.isOwner && target.id !== reader.golferId
}

export const addMemberForm = z.object({ name: personName(), email, phone: phoneNumber() })

/** An address that has an account joins as it is: the name and phone typed here change nothing. */
export const addMember = endpoint({
  method: 'POST',
  path: '/api/groups/{id}/members',
  summary: 'Add a golfer to a group, making an account where the address has none',
  params: idParams,
  body: z.extend(addMemberForm, requester.shape),
  answer: member,
  status: 201,
  once: true,
})

const memberParams = z.object({ id: idInAddress, memberId: idInAddress })

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/groups/{id}/members/{memberId}',
  summary: 'Remove a member; their spots in tee times to come open up',
  params: memberParams,
  body: z.optional(requester),
  answer: done,
})

export const changeAdmin = endpoint({
  method: 'PUT',
  path: '/api/groups/{id}/members/{memberId}/admin',
  summary: 'Make a member an admin, or an admin a member',
  params: memberParams,
  body: z.object({ isAdmin: z.boolean() }),
  answer: member,
})

export const leaveGroup = endpoint({
  method: 'POST',
  path: '/api/groups/{id}/leave',
  summary: 'Leave a group; my spots in tee times to come open up',
  params: idParams,
  answer: done,
})
