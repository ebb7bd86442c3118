import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { groupMembers, groups } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Lists the golfer's groups by name, and whether each is muted. */
export function listMutes(db: Queries, { golferId }: SessionHolder) {
  return db
    .select({
      id: groups.id,
      name: groups.name,
      slug: groups.slug,
      muted: groupMembers.muted,
    })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.golferId, golferId))
    .orderBy(asc(groups.name), asc(groups.id))
}

/** Mutes or unmutes groups by their ids. Returns how many of them the golfer is in. */
export async function setMutes(
  tx: Queries,
  { golferId }: SessionHolder,
  mutes: ReadonlyMap<number, boolean>,
): Promise<number> {
  if (mutes.size === 0) return 0
  const { rowCount } = await tx.execute(sql`
    update group_members set muted = wanted.muted
    from unnest(${sql.param([...mutes.keys()])}::int[], ${sql.param([...mutes.values()])}::boolean[])
      as wanted (group_id, muted)
    where group_members.group_id = wanted.group_id and group_members.golfer_id = ${golferId}`)
  return rowCount ?? 0
}

/** Finds the golfer whose emails carry this token. */
export async function findByMailToken(db: Queries, token: string): Promise<number | undefined> {
  const [row] = await db
    .select({ golferId: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.mailToken, token), isNull(golfers.deletedAt)))
  return row?.golferId
}
