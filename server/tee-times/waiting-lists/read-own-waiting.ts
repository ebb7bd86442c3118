import type { MyData } from '../../../contract/golfers.ts'
import type { WaitingEntry } from '../../../contract/spots.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { listOwnEvents, listOwnPlaces, listOwnReservations, listOwnWaitingLists } from './store.ts'

/** Lists the waiting lists of upcoming tee times that a golfer is on, for their screens. */
export function readOwnWaitingLists(
  ctx: Pick<Context, 'db' | 'clock'>,
  holder: SessionHolder,
): Promise<WaitingEntry[]> {
  return listOwnWaitingLists(ctx.db, holder, ctx.clock.now())
}

/** Returns what is stored about a golfer's waiting lists and reservations, for their own data. */
export async function readOwnWaiting(
  db: Queries,
  golfer: Pick<SessionHolder, 'golferId'>,
  now: Date,
): Promise<Pick<MyData, 'waiting' | 'waitingEvents'>> {
  const places = await listOwnPlaces(db, golfer, now)
  const reservations = await listOwnReservations(db, golfer, now)
  const events = await listOwnEvents(db, golfer)
  return {
    waiting: [
      ...places.map((place) => ({
        ...place,
        joinedAt: place.joinedAt.toISOString(),
        heldUntil: place.heldUntil?.toISOString() ?? null,
      })),
      ...reservations.map((reservation) => ({
        ...reservation,
        joinedAt: null,
        autoAccept: false,
        heldUntil: reservation.heldUntil?.toISOString() ?? null,
      })),
    ],
    waitingEvents: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}
