import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { settleSpots } from './change-spots.ts'
import { readOfferEnd } from './offer-until.ts'
import type { SpotSheet } from './sheet.ts'
import { listUnsettled, lockTeeTimes } from './store.ts'

type JobContext = Pick<Context, 'db' | 'clock' | 'notify'>

export async function settleWaitingLists(ctx: JobContext): Promise<void> {
  const failures: unknown[] = []
  for (const teeTimeId of await listUnsettled(ctx.db, ctx.clock.now())) {
    await changeUpcoming(ctx, teeTimeId, (sheet) => sheet.endExpired()).catch((error: unknown) =>
      failures.push(error),
    )
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Could not process some waiting lists')
}

const payloadSchema = z.object({ teeTimeIds: z.array(id) })

/** Shortens offers and reservations that last too long because a tee time moved. Notifies their golfers. */
export async function shortenOffersAndReservations(
  ctx: JobContext,
  payload: unknown,
): Promise<void> {
  for (const teeTimeId of payloadSchema.parse(payload).teeTimeIds) {
    await changeUpcoming(ctx, teeTimeId, shortenOnSheet)
  }
}

async function shortenOnSheet(sheet: SpotSheet, tx: Queries): Promise<void> {
  const { startsAt } = sheet.teeTime
  for (const spot of sheet.spots) {
    const { golferId } = spot
    if (spot.until === null || spot.until <= sheet.now) continue
    if (spot.status === 'offer') {
      const waiting = sheet.waiting.find((one) => one.golferId === golferId)
      if (waiting === undefined) continue
      const until = await readOfferEnd(tx, sheet, waiting.golferId)
      if (until >= spot.until) continue
      spot.until = until
      sheet.alertOffer(waiting, until)
    } else if (spot.until > startsAt) {
      spot.until = startsAt
      if (golferId !== null) sheet.alertReserved(golferId, startsAt)
    }
  }
}

/** Does nothing for a tee time that has begun, or was canceled or archived. */
async function changeUpcoming(
  ctx: JobContext,
  teeTimeId: number,
  change: (sheet: SpotSheet, tx: Queries) => void | Promise<void>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [sheet] = await lockTeeTimes(tx, [teeTimeId], ctx.clock.now())
    if (sheet === undefined || sheet.hasTeedOff) return
    await change(sheet, tx)
    await settleSpots(ctx, tx, sheet)
  })
}
