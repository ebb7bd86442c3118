import type { Context } from '../../context.ts'
import {
  instantAt,
  instantOf,
  localDateOf,
  localTimeOf,
  zoneRulesVersion,
} from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes } from '../spots/store.ts'
import {
  adoptVersion,
  changeLocalTime,
  listTeeTimes,
  lockVersion,
  lockWithZone,
  markRecomputed,
  moveTeeTimes,
} from './store.ts'

type TimeZoneContext = Pick<Context, 'db' | 'clock' | 'log' | 'notify'>

/** How many tee times are read, and at most locked, at once. */
const BATCH = 200

/** How long after newer rules come into use a process with older ones may still be running. */
const OLDER_PROCESSES_MS = 7 * 86_400_000

/** Like {@link recomputeInstants}, at the start of a process. Only logs a failure; the daily job retries. */
export async function adoptZoneRules(
  ctx: TimeZoneContext,
  version = zoneRulesVersion(),
): Promise<void> {
  try {
    await recomputeInstants(ctx, version, 0)
  } catch (error) {
    ctx.log.error({ err: error }, 'Could not recompute tee-off instants')
  }
}

/**
 * Recomputes the instants of all tee times when the time-zone rules are newer, or the last run was not finished.
 * Does so again for `recheckMs` after the rules were adopted, because a process with older rules may have
 * changed tee times since.
 */
export async function recomputeInstants(
  ctx: TimeZoneContext,
  version = zoneRulesVersion(),
  recheckMs = OLDER_PROCESSES_MS,
): Promise<void> {
  const now = ctx.clock.now()
  const inUse = await adoptVersion(ctx.db, version, now)
  if (version < inUse.version) {
    ctx.log.warn(
      { own: version, inUse: inUse.version },
      'The time-zone data of this Node is older than on another machine: update Node',
    )
  } else if (inUse.recomputedAt === null || now.getTime() - inUse.adoptedAt.getTime() < recheckMs) {
    await recomputeAll(ctx, version)
  }
}

async function recomputeAll(ctx: TimeZoneContext, version: string): Promise<void> {
  let after = 0
  for (;;) {
    const page = await listTeeTimes(ctx.db, { after, most: BATCH })
    const wrong = page.filter((teeTime) => !isBookedTime(teeTime, teeTime.timeZone))
    for (const [groupId, found] of Map.groupBy(wrong, (teeTime) => teeTime.groupId)) {
      const teeTimeIds = found.map(({ id }) => id)
      await recomputeSome(ctx, version, { groupId, teeTimeIds })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < BATCH) break
    after = last.id
  }
  await markRecomputed(ctx.db, version, ctx.clock.now())
}

/** Recomputes some tee times of one group. */
async function recomputeSome(
  ctx: TimeZoneContext,
  version: string,
  of: { groupId: number; teeTimeIds: readonly number[] },
): Promise<void> {
  const moved = await inTransaction(ctx.db, async (tx) => {
    if (!(await lockVersion(tx, version))) return []
    const locked = await lockWithZone(tx, of)
    if (locked === undefined) return []
    const { timeZone } = locked
    const wrong = locked.teeTimes.filter((teeTime) => !isBookedTime(teeTime, timeZone))
    const teeTimeIds = await keepLocalTimes(ctx, tx, timeZone, wrong, ctx.clock.now())
    for (const { id, startsAt: _, ...details } of wrong) {
      const { date, time } = details
      if (instantOf(date, time, timeZone) !== undefined) continue
      // The clocks now skip this time. The tee time moves to the end of the gap, and players are notified.
      const instant = instantAt(date, time, timeZone)
      const { version: changed, maxPlayers } = await changeLocalTime(tx, id, {
        date: localDateOf(instant, timeZone),
        time: localTimeOf(instant, timeZone),
      })
      const was = { ...details, maxPlayers }
      await addJob(tx, 'notify_changed', { teeTimeId: id, by: null, version: changed, was })
    }
    return teeTimeIds
  })
  if (moved.length > 0) {
    ctx.log.info({ groupId: of.groupId, moved: moved.length }, 'Recomputed tee-off instants')
  }
}

/**
 * Returns whether an instant is the booked local time, or the end of the gap if the clocks skip that time.
 * If the time occurs twice, both instants are right: a frost delay may have moved a tee time to the second.
 */
function isBookedTime({ date, time, startsAt }: Omit<LocalTime, 'id'>, timeZone: string): boolean {
  return (
    (localTimeOf(startsAt, timeZone) === time && localDateOf(startsAt, timeZone) === date) ||
    instantAt(date, time, timeZone).getTime() === startsAt.getTime()
  )
}

/** A booked local time, and the instant stored for it under earlier rules or in the group's earlier zone. */
interface LocalTime {
  readonly id: number
  readonly date: string
  readonly time: string
  readonly startsAt: Date
}

/**
 * Recomputes the instants of locked tee times from their local times, and what depends on them: owed spots,
 * offers, and reservations until tee-off. A skipped local time is placed where the clocks skip it. Returns
 * the ids of the tee times that moved.
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
