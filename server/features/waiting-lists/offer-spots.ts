import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { readChoices } from '../preferences/read-preferences.ts'
import { usherOfJob } from './gate.ts'
import { holdUntil } from './hold-until.ts'
import { lapseHolds } from './lapse-holds.ts'
import { holdSpot, listUnsettled, lockLine, readLine, seatGolfer } from './store.ts'

const job = z.object({ teeTimeId: id })

/** The job that follows whatever made room in a tee time that golfers wait for. */
export async function offerSpots(ctx: Context, payload: unknown): Promise<void> {
  await settleLine(ctx, job.parse(payload).teeTimeId)
}

/** Every minute: holds that are over, and lines that a standstill left without an offer. */
export async function settleLines(ctx: Context): Promise<void> {
  const failures: unknown[] = []
  for (const teeTimeId of await listUnsettled(ctx.db, usherOfJob(), ctx.clock.now())) {
    // The others' minutes are over, whatever is wrong with one.
    await settleLine(ctx, teeTimeId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Lines that could not be settled')
}

/** Lapses what is over, then offers each free spot to the first in line who was not asked. */
function settleLine(ctx: Pick<Context, 'db' | 'clock'>, teeTimeId: number): Promise<void> {
  return retryConflicts(() => ctx.db.transaction((tx) => settleIn(tx, teeTimeId, ctx.clock.now())))
}

async function settleIn(tx: Queries, teeTimeId: number, now: Date): Promise<void> {
  const teeTime = await lockLine(tx, usherOfJob(), teeTimeId, now)
  if (teeTime === undefined) return
  const { group, groupId, startsAt } = teeTime
  const goesOn = await lapseHolds(tx, teeTimeId, group, now)
  if (!goesOn) return
  const { free, line } = await readLine(tx, teeTimeId)
  for (const waiting of line.slice(0, free)) {
    const { golferId } = waiting
    const about = { golferId, groupId, teeTimeIds: [teeTimeId] }
    if (waiting.offeredUntil !== null) continue
    if (waiting.takesIt) {
      if (!(await seatGolfer(tx, teeTimeId, golferId, now))) continue
      await queueDelivery(tx, { event: 'seated', ...about, key: `seated:${waiting.id}` }, now)
      continue
    }
    const { quietHours, timeZone } = await readChoices(tx, golferId)
    const until = holdUntil(now, startsAt, { quietHours, timeZone: timeZone ?? group.timeZone })
    await holdSpot(tx, waiting, until, now)
    const data = { until: until.toISOString() }
    const key = `offer:${waiting.id}:${data.until}`
    await queueDelivery(tx, { event: 'offer', ...about, data, key }, now)
  }
}
