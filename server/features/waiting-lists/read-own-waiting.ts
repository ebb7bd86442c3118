import type { MyData } from '../../../contract/golfers.ts'
import type { MyLine } from '../../../contract/waiting-lists.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { listOwnEvents, listOwnHolds, listOwnLines, listOwnPlaces } from './store.ts'

/** The lines that a golfer stands in, as their screens show them. */
export function readOwnLines(ctx: Pick<Context, 'db'>, holder: SessionHolder): Promise<MyLine[]> {
  return listOwnLines(ctx.db, holder)
}

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
