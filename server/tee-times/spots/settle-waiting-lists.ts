import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { readChoices } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { settleSpots } from './change-spots.ts'
import { offerUntil } from './offer-until.ts'
import { listUnsettled, lockTeeTimes } from './store.ts'

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

const job = z.object({ teeTimeIds: z.array(id) })

/**
 * Runs after tee times move: an offer lasts no longer than one made now would, and no reservation lasts
 * beyond tee-off. Golfers who have less time than they were promised are notified again.
 */
export async function shortenReservations(ctx: Context, payload: unknown): Promise<void> {
  for (const teeTimeId of job.parse(payload).teeTimeIds) {
    await retryConflicts(() => ctx.db.transaction((tx) => moveIn(ctx, tx, teeTimeId)))
  }
}

async function moveIn(ctx: Context, tx: Queries, teeTimeId: number): Promise<void> {
  const now = ctx.clock.now()
  const [locked] = await lockTeeTimes(tx, [teeTimeId], now)
  if (locked === undefined || locked.sheet.teeTime.startsAt <= now) return
  const { sheet, timeZone: groupZone } = locked
  const { startsAt } = sheet.teeTime
  for (const spot of sheet.spots) {
    const { golferId } = spot
    if (spot.until === null || spot.until <= now) continue
    if (spot.status === 'offer') {
      const waiting = sheet.waiting.find((one) => one.golferId === golferId)
      if (waiting === undefined) continue
      const { quietHours, timeZone } = await readChoices(tx, waiting.golferId)
      const until = offerUntil(now, startsAt, { quietHours, timeZone: timeZone ?? groupZone })
      if (until >= spot.until) continue
      spot.until = until
      sheet.alertOffer(waiting, until)
    } else if (spot.until > startsAt) {
      spot.until = startsAt
      if (golferId === null) continue
      const until = startsAt.toISOString()
      const key = `held:${teeTimeId}:${sheet.teeTime.version}:${golferId}`
      sheet.alerts.push({ event: 'reserved', golferId, data: { until }, key })
    }
  }
  await settleSpots(ctx, tx, locked, now)
}
