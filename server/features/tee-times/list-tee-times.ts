import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { GroupViewer } from '../groups/gate.ts'
import { endedBefore } from '../groups/read-group.ts'
import { listCards, readCard as read } from './store.ts'

/** A group's tee times until four hours after tee-off, soonest first. */
export function listTeeTimes(ctx: Context, viewer: GroupViewer): Promise<TeeTime[]> {
  return listCards(ctx.db, viewer, endedBefore(ctx.clock.now()))
}

/** One card as all members of its group see it; undefined once it is cancelled or archived. */
export function readCard(
  ctx: { readonly db: Queries },
  teeTimeId: number,
): Promise<TeeTime | undefined> {
  return read(ctx.db, teeTimeId)
}
