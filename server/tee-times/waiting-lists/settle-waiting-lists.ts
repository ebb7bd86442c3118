import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes } from '../spots/store.ts'
import { listUnsettled } from './store.ts'

/** Ends expired reservations and offers, and offers the freed spots. Runs every minute. */
export async function settleWaitingLists(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
): Promise<void> {
  const failures: unknown[] = []
  for (const teeTimeId of await listUnsettled(ctx.db, ctx.clock.now())) {
    // One failure must not stop the others.
    await settleWaitingList(ctx, teeTimeId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Could not settle some waiting lists')
}

function settleWaitingList(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
  teeTimeId: number,
): Promise<void> {
  const now = ctx.clock.now()
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const [locked] = await lockTeeTimes(tx, [teeTimeId], now)
      if (locked === undefined || locked.sheet.teeTime.startsAt <= now) return
      locked.sheet.expire(now)
      await settleSpots(ctx, tx, locked, now)
    }),
  )
}
