import type { MyData } from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { listOwnEvents, listOwnHolds, listOwnPlaces } from './store.ts'

/** What is kept about a golfer who waits, waited, or has a spot held. */
export async function readOwnWaiting(
  ctx: Pick<Context, 'db'>,
  holder: SessionHolder,
): Promise<Pick<MyData, 'waiting' | 'waitingEvents'>> {
  const places = await listOwnPlaces(ctx.db, holder)
  const holds = await listOwnHolds(ctx.db, holder)
  const events = await listOwnEvents(ctx.db, holder)
  return {
    waiting: [
      ...places.map((place) => ({
        ...place,
        joinedAt: place.joinedAt.toISOString(),
        heldUntil: place.heldUntil?.toISOString() ?? null,
      })),
      ...holds.map((hold) => ({
        ...hold,
        joinedAt: null,
        takesIt: false,
        heldUntil: hold.heldUntil.toISOString(),
      })),
    ],
    waitingEvents: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}
