import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Messenger } from '../../messages/gate.ts'
import { spotHolds } from '../../spot-holds/tables.ts'
import { waitingGolfers } from '../../waiting-lists/tables.ts'

/** Until when a spot is held for a golfer in line; undefined when none is. */
export async function findOffer(
  db: Database,
  _messenger: Messenger,
  teeTimeId: number,
  golferId: number,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ until: waitingGolfers.offeredUntil })
    .from(waitingGolfers)
    .where(and(eq(waitingGolfers.teeTimeId, teeTimeId), eq(waitingGolfers.golferId, golferId)))
  return row?.until ?? undefined
}

/** Until when a spot is held by name for a golfer; undefined when none is. */
export async function findHold(
  db: Database,
  _messenger: Messenger,
  teeTimeId: number,
  golferId: number,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ until: spotHolds.heldUntil })
    .from(spotHolds)
    .where(and(eq(spotHolds.teeTimeId, teeTimeId), eq(spotHolds.golferId, golferId)))
  return row?.until
}
