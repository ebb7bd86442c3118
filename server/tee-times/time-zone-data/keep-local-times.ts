import type { Context } from '../../context.ts'
import { instantAt } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes } from '../spots/store.ts'
import { moveTeeTimes } from './store.ts'

/** A tee time's booked local date and time, and the instant they were in its group's zone. */
export interface LocalTime {
  readonly id: number
  readonly date: string
  readonly time: string
  readonly startsAt: Date
}

/**
 * Recomputes the instants of locked tee times from their local times in a zone, and what depends on them:
 * reservations that end at tee-off, late withdrawals, and offers that end sooner. A skipped local time is
 * placed where the clocks skip it. Returns the ids of the tee times that moved.
 */
export async function keepLocalTimes(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  timeZone: string,
  teeTimes: readonly LocalTime[],
  now: Date,
): Promise<number[]> {
  const moved = teeTimes.flatMap(({ id, date, time, startsAt: before }) => {
    const startsAt = instantAt(date, time, timeZone)
    return startsAt.getTime() === before.getTime() ? [] : [{ id, before, startsAt }]
  })
  if (moved.length === 0) return []
  await moveTeeTimes(tx, moved)
  const teeTimeIds = moved.map(({ id }) => id)
  for (const locked of await lockTeeTimes(tx, teeTimeIds, now)) {
    const { sheet } = locked
    const before = moved.find(({ id }) => id === locked.id)?.before
    for (const spot of sheet.spots) {
      const endsAtTeeOff = spot.until?.getTime() === before?.getTime()
      if (spot.status === 'reservation' && endsAtTeeOff) spot.until = sheet.teeTime.startsAt
    }
    sheet.settleOwed(now)
    locked.touch = 'card'
    await settleSpots(ctx, tx, locked, now)
  }
  await addJob(tx, 'shorten_reservations', { teeTimeIds })
  return teeTimeIds
}
