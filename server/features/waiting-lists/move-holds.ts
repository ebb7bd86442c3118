import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { readChoices } from '../preferences/read-preferences.ts'
import { usherOfJob } from './gate.ts'
import { holdUntil } from './hold-until.ts'
import { endHoldsBy, lockLine, moveOffer, readLine } from './store.ts'

const job = z.object({ teeTimeIds: z.array(id) })

/**
 * The job that follows when tee times are moved: a spot is held no longer than it would be if it was
 * offered now, and for nobody beyond tee-off. Who has less time than they were told is told again.
 */
export async function moveHolds(ctx: Context, payload: unknown): Promise<void> {
  for (const teeTimeId of job.parse(payload).teeTimeIds) {
    await retryConflicts(() => ctx.db.transaction((tx) => moveIn(tx, teeTimeId, ctx.clock.now())))
  }
}

async function moveIn(tx: Queries, teeTimeId: number, now: Date): Promise<void> {
  const teeTime = await lockLine(tx, usherOfJob(), teeTimeId, now)
  if (teeTime === undefined) return
  const { group, groupId, startsAt } = teeTime
  const about = { groupId, teeTimeIds: [teeTimeId] }
  const { line } = await readLine(tx, teeTimeId)
  for (const { id: waitingId, golferId, offeredUntil } of line) {
    if (offeredUntil === null || offeredUntil <= now) continue
    const { quietHours, timeZone } = await readChoices(tx, golferId)
    const until = holdUntil(now, startsAt, { quietHours, timeZone: timeZone ?? group.timeZone })
    if (until >= offeredUntil) continue
    await moveOffer(tx, waitingId, until)
    const data = { until: until.toISOString() }
    const key = `offer:${waitingId}:${data.until}`
    await queueDelivery(tx, { event: 'offer', golferId, ...about, data, key }, now)
  }
  for (const { id: holdId, golferId } of await endHoldsBy(tx, teeTimeId, startsAt)) {
    const data = { until: startsAt.toISOString() }
    const key = `held:${holdId}:${data.until}`
    await queueDelivery(tx, { event: 'held', golferId, ...about, data, key }, now)
  }
}
