import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { allGroups } from '../../groups/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isListed, teeTimes, timeZoneData } from '../schema.ts'

/** Stores `version`, unless a newer one is in use already. Returns the stored row. */
export async function adoptVersion(db: Database, version: string, now: Date) {
  await db
    .insert(timeZoneData)
    .values({ version, adoptedAt: now })
    .onConflictDoUpdate({
      target: timeZoneData.id,
      set: { version, adoptedAt: now, recomputedAt: null },
      setWhere: sql`${timeZoneData.version} collate "C" < ${version}`,
    })
  const [row] = await db.select().from(timeZoneData)
  if (row === undefined) throw new Error('The version of the time-zone data was not stored')
  return row
}

/** Blocks the adoption of newer rules. Returns false if `version` is no longer in use. */
export async function lockVersion(tx: Queries, version: string): Promise<boolean> {
  const rows = await tx
    .select({ id: timeZoneData.id })
    .from(timeZoneData)
    .where(eq(timeZoneData.version, version))
    .for('share')
  return rows.length > 0
}

export async function markRecomputed(db: Database, version: string, now: Date): Promise<void> {
  await db.update(timeZoneData).set({ recomputedAt: now }).where(eq(timeZoneData.version, version))
}

/** Includes tee times of deleted groups that can still be restored. */
export function listTeeTimes(db: Database, { afterId, limit }: { afterId: number; limit: number }) {
  const { id, groupId, date, time, startsAt } = teeTimes
  return db
    .select({ id, groupId, date, time, startsAt, timeZone: allGroups.timeZone })
    .from(teeTimes)
    .innerJoin(allGroups, eq(allGroups.id, groupId))
    .where(and(gt(id, afterId), isListed))
    .orderBy(asc(id))
    .limit(limit)
}
