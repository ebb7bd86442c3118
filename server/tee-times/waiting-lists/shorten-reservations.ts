import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { readChoices } from '../../identity/index.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { offerUntil } from '../spots/offer-until.ts'
import { lockTeeTimes } from '../spots/store.ts'

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
