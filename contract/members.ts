import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idInAddress } from './fields.ts'
import { slugParams } from './groups.ts'

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
  params: z.object({ id: idInAddress }),
  answer: z.array(member),
})
