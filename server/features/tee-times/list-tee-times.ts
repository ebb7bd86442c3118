import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../groups/gate.ts'
import { endedBefore } from '../groups/read-group.ts'
import { listCards, readCard as read } from './store.ts'

/** A group's tee times until four hours after tee-off, soonest first. */
export function listTeeTimes(ctx: Context, viewer: GroupViewer): Promise<TeeTime[]> {
  return listCards(ctx.db, viewer, endedBefore(ctx.clock.now()))
}

/** One card, for the news to the members of its group; undefined once it is cancelled or archived. */
export function readCard(ctx: Context, teeTimeId: number): Promise<TeeTime | undefined> {
  return read(ctx.db, teeTimeId)
}
