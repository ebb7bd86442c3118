import { type GroupSummary, isUsableSlug } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import type { SessionHolder } from '../identity/index.ts'
import { findGroupId, isSlugTaken, listGroupsOf } from './store.ts'

/** Lists the golfer's groups, ordered by name. */
export async function listMyGroups(ctx: Context, holder: SessionHolder): Promise<GroupSummary[]> {
  const rows = await listGroupsOf(ctx.db, holder)
  return rows.map((row) => ({ ...row, expiryDate: row.expiryDate?.toISOString() ?? null }))
}

/** Returns whether a new group may use this slug. Reserved and malformed slugs are not available. */
export async function checkSlug(ctx: Context, slug: string): Promise<{ available: boolean }> {
  return {
    available: isUsableSlug(slug) && !(await isSlugTaken(ctx.db, slug, ctx.clock.now())),
  }
}

/** Returns the id of the group with this slug. */
export function findGroup(ctx: Pick<Context, 'db'>, slug: string): Promise<number | undefined> {
  return findGroupId(ctx.db, slug)
}
