import { instantAt } from '../../platform/clock.ts'
import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { settleWithdrawals } from '../tee-times/settle-withdrawals.ts'
import { type LocalTime, moveReservations, moveTeeTimes } from './store.ts'

/**
 * Gives tee times that the caller has locked the instants of their local times in a zone, with all that
 * follows from the instant: reservations that end at tee-off, late withdrawals, and offers that end sooner.
 * A local time that the clocks skip begins when they skip it. Returns the ids of those that moved.
 */
export async function keepLocalTimes(
  tx: Queries,
  timeZone: string,
  teeTimes: readonly LocalTime[],
  now: Date,
): Promise<number[]> {
  const wanted = teeTimes.map(({ id, date, time }) => ({
    id,
    startsAt: instantAt(date, time, timeZone),
  }))
  await moveReservations(tx, wanted)
  const moved = await moveTeeTimes(tx, wanted)
  if (moved.length === 0) return moved
  await settleWithdrawals(tx, moved, now)
  await addJob(tx, 'move_holds', { teeTimeIds: moved })
  return moved
}
