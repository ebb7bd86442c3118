import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { AlertKind } from '../../../contract/alerts.ts'
import type { AlertChannel } from '../../../contract/preferences.ts'
import { groupMembers } from '../../groups/members/schema.ts'
import { groups } from '../../groups/schema.ts'
import { golfers } from '../../identity/golfers/schema.ts'
import { preferences } from '../../identity/preferences/schema.ts'
import type { SessionHolder } from '../../identity/sessions/access.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Returns what a golfer chose, or undefined if they chose nothing. */
export async function findChoices(db: Queries, golferId: number) {
  const [row] = await db
    .select({
      channels: preferences.channels,
      quietFrom: preferences.quietFrom,
      quietTo: preferences.quietTo,
      timeZone: preferences.timeZone,
    })
    .from(preferences)
    .where(eq(preferences.golferId, golferId))
  return row
}

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
  const { rowCount } = await tx.execute(sql`
    update group_members set muted = wanted.muted
    from unnest(${sql.param([...mutes.keys()])}::int[], ${sql.param([...mutes.values()])}::boolean[])
      as wanted (group_id, muted)
    where group_members.group_id = wanted.group_id and group_members.golfer_id = ${golferId}`)
  return rowCount ?? 0
}

/** A change of a golfer's choices; what is left out stays the same. */
export interface Choices {
  readonly channels?: Partial<Record<AlertKind, AlertChannel>> | undefined
  readonly quietHours?: { readonly from: string; readonly to: string } | undefined
  readonly timeZone?: string | null | undefined
}

/**
 * Stores the given choices and leaves the others alone, since another request may just have stored those.
 * Returns false for a deleted account, which stores nothing.
 */
export async function saveChoices(
  tx: Queries,
  golferId: number,
  { channels, quietHours, timeZone }: Choices,
): Promise<boolean> {
  const [golfer] = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
    .for('key share')
  if (golfer === undefined) return false
  await tx.insert(preferences).values({ golferId }).onConflictDoNothing()
  const merged = sql`${preferences.channels} || ${JSON.stringify(channels)}::jsonb`
  const changed = {
    ...(channels && { channels: merged }),
    ...(quietHours && { quietFrom: quietHours.from, quietTo: quietHours.to }),
    ...(timeZone !== undefined && { timeZone }),
  }
  if (Object.keys(changed).length > 0) {
    await tx.update(preferences).set(changed).where(eq(preferences.golferId, golferId))
  }
  return true
}

/** Finds the golfer whose emails carry this token. */
export async function findByMailToken(db: Queries, token: string): Promise<number | undefined> {
  const [row] = await db
    .select({ golferId: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.mailToken, token), isNull(golfers.deletedAt)))
  return row?.golferId
}
