import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { spots } from '../../../tee-times/index.ts'

/** Returns when a golfer's offer or reservation of a spot expires; undefined if they have none. */
export async function findReservedUntil(
  db: Database,
  { teeTimeId, golferId, as }: { teeTimeId: number; golferId: number; as: 'offer' | 'reservation' },
): Promise<Date | undefined> {
  const [row] = await db
    .select({ until: spots.until })
    .from(spots)
    .where(and(eq(spots.teeTimeId, teeTimeId), eq(spots.golferId, golferId), eq(spots.status, as)))
  return row?.until ?? undefined
}
