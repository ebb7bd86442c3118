import { type GroupDetail, type GroupSummary, isUsableSlug } from '../../contract/groups.ts'
import { HOURS_VISIBLE_AFTER_TEE_OFF } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import type { SessionHolder } from '../identity/sessions/access.ts'
import type { GroupViewer } from './access.ts'
import { findGroupId, isSlugTaken, listGroupsOf, readFigures } from './store.ts'

/** Returns the instant before which a tee time must have begun to count as ended. */
export function endedBefore(now: Date): Date {
  return new Date(now.getTime() - HOURS_VISIBLE_AFTER_TEE_OFF * 3_600_000)
}

/** Returns a group with its statistics, for this viewer. */
export async function readGroup(ctx: Context, viewer: GroupViewer): Promise<GroupDetail> {
  const figures = await readFigures(ctx.db, viewer, endedBefore(ctx.clock.now()))
  const { groupId, slug, name, description, ownerId, timeZone, homePlace, guestsPerPlayer } =
    viewer.group
  return {
    id: groupId,
    slug,
    name,
    description,
    ownerId,
    timeZone,
    homePlace,
    guestsPerPlayer,
    version: viewer.group.version,
    isActive: viewer.group.isActive,
    expiryDate: viewer.group.expiryDate?.toISOString() ?? null,
    subscriptionStatus: viewer.group.subscriptionStatus,
    renews: viewer.group.renews,
    ...figures,
    role: viewer.role,
  }
}

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
