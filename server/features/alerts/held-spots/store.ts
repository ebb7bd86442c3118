import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Messenger } from '../../messages/gate.ts'
import { spots } from '../../tee-times/tables.ts'

/** Returns until when a spot is offered to, or reserved for, a golfer; undefined when none is. */
export async function findKeptUntil(
  db: Database,
  _messenger: Messenger,
  { teeTimeId, golferId, as }: { teeTimeId: number; golferId: number; as: 'offer' | 'reservation' },
): Promise<Date | undefined> {
  const [row] = await db
    .select({ until: spots.until })
    .from(spots)
    .where(and(eq(spots.teeTimeId, teeTimeId), eq(spots.golferId, golferId), eq(spots.status, as)))
  return row?.until ?? undefined
}
