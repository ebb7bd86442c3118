import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, requiredLine } from './fields.ts'
import { MAX_GROUP_NAME_LENGTH } from './limits.ts'
import { pagesOf } from './paging.ts'

export const RESTORE_DAYS = 30

export const deleteGroupForm = z.object({
  name: requiredLine(2 * MAX_GROUP_NAME_LENGTH, "Type the group's name"),
})

/** Ignores case, extra spaces and the style of quotation marks: phone keyboards change them automatically. */
export function matchesName(typed: string, name: string): boolean {
  return normalizedName(typed) === normalizedName(name)
}

function normalizedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

export const deleteOwnGroup = endpoint('DELETE', '/api/groups/{id}', {
  summary: `Delete a group I own; a super admin can restore it within ${RESTORE_DAYS} days`,
  body: deleteGroupForm,
})

export const deletedGroup = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  ownerName: z.string(),
  memberCount: z.int(),
  deletedAt: instant,
  restorableUntil: instant,
})
export type DeletedGroup = z.output<typeof deletedGroup>

export const listDeletedGroups = endpoint('GET', '/api/super-admin/deleted-groups', {
  summary:
    'Groups that their owners deleted and that can still be restored, most recently deleted first',
  ...pagesOf(deletedGroup, 'deletedAt'),
})

export const restoreGroup = endpoint('POST', '/api/super-admin/groups/{id}/restore', {
  summary: 'Restore a deleted group; its subscription does not resume',
})
