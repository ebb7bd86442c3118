import type { Context } from '../../context.ts'
import {
  instantAt,
  instantOf,
  localDateOf,
  localTimeOf,
  timeZoneDataVersion,
} from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { requireCard } from '../cards/store.ts'
import { detailsOf } from '../edit-tee-time.ts'
import type { teeTimes } from '../schema.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockTeeTimes, raiseCardVersions } from '../spots/store.ts'
import { updateTeeTime } from '../store.ts'
import * as store from './store.ts'

type TimeZoneContext = Pick<Context, 'db' | 'clock' | 'log' | 'notify'>

const BATCH_SIZE = 200

/** How long a process with older rules might keep running. */
const OLDER_PROCESSES_MS = 7 * 86_400_000

/** Runs when a process starts. Only logs a failure: the daily job tries again. */
export async function adoptZoneRules(ctx: TimeZoneContext, version = timeZoneDataVersion()) {
  try {
    await recomputeInstants(ctx, version, 0)
  } catch (error) {
    ctx.log.error({ err: error }, 'Could not recompute tee-off instants')
  }
}

/**
 * Recomputes the instants of all tee times that still have a card, if this process has newer time-zone rules
 * or if the last run did not finish. Also recomputes them until `recheckMs` after the rules were adopted,
 * because a process with older rules may have changed tee times in the meantime.
 */
export async function recomputeInstants(
  ctx: TimeZoneContext,
  version = timeZoneDataVersion(),
  recheckMs = OLDER_PROCESSES_MS,
): Promise<void> {
  const now = ctx.clock.now()
  const inUse = await store.adoptVersion(ctx.db, version, now)
  if (version < inUse.version) {
    ctx.log.warn(
      { own: version, inUse: inUse.version },
      "This Node's time-zone data is older than another machine's. Update Node.",
    )
  } else if (inUse.recomputedAt === null || now.getTime() - inUse.adoptedAt.getTime() < recheckMs) {
    await recomputeAll(ctx, version)
  }
}

async function recomputeAll(ctx: TimeZoneContext, version: string): Promise<void> {
  let after = 0
  for (;;) {
    const page = await store.listTeeTimes(ctx.db, { after, limit: BATCH_SIZE })
    const wrong = page.filter((teeTime) => !isBookedTime(teeTime, teeTime.timeZone))
    for (const [groupId, found] of Map.groupBy(wrong, (teeTime) => teeTime.groupId)) {
      const teeTimeIds = found.map(({ id }) => id)
      await recomputeSome(ctx, version, { groupId, teeTimeIds })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < BATCH_SIZE) break
    after = last.id
  }
  await store.markRecomputed(ctx.db, version, ctx.clock.now())
}

async function recomputeSome(
  ctx: TimeZoneContext,
  version: string,
  of: { groupId: number; teeTimeIds: readonly number[] },
): Promise<void> {
  const moved = await inTransaction(ctx.db, async (tx) => {
    if (!(await store.lockVersion(tx, version))) return []
    const locked = await store.lockWithZone(tx, of)
    if (locked === undefined) return []
    const { timeZone } = locked
    const wrong = locked.teeTimes.filter((teeTime) => !isBookedTime(teeTime, timeZone))
    const ids = wrong.map(({ id }) => id)
    const moved = await keepLocalTimes(ctx, tx, timeZone, ids, ctx.clock.now())
    for (const { id, date, time } of wrong) {
      if (instantOf(date, time, timeZone) !== undefined) continue
      // Under these rules, the clocks skip this time. Move it to the end of the gap and notify the players.
      const instant = instantAt(date, time, timeZone)
      const local = { date: localDateOf(instant, timeZone), time: localTimeOf(instant, timeZone) }
      const was = detailsOf(await requireCard(tx, id))
      await updateTeeTime(tx, id, local)
      await raiseCardVersions(tx, [id], { edited: true })
      const { version: changed } = await requireCard(tx, id)
      await addJob(tx, 'notify_changed', { teeTimeId: id, by: null, version: changed, was })
    }
    return moved
  })
  if (moved.length > 0) {
    ctx.log.info({ groupId: of.groupId, moved: moved.length }, 'Recomputed tee-off instants')
  }
}

/**
 * Returns whether `startsAt` is an instant of the booked local date and time. If the clocks skip that time,
 * the end of the gap counts. If the time occurs twice, both instants count, because a frost delay may have
 * moved the tee time to the second one.
 */
function isBookedTime(
  { date, time, startsAt }: Pick<typeof teeTimes.$inferSelect, 'date' | 'time' | 'startsAt'>,
  timeZone: string,
): boolean {
  return (
    (localTimeOf(startsAt, timeZone) === time && localDateOf(startsAt, timeZone) === date) ||
    instantAt(date, time, timeZone).getTime() === startsAt.getTime()
  )
}

/**
 * Recomputes the instants of locked tee times, and what depends on them: owed spots, offers, and reservations
 * that end at tee-off. A local time that the clocks skip becomes the moment of the clock change. Returns the
 * ids of the tee times that moved.
 */
export async function keepLocalTimes(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  timeZone: string,
  teeTimeIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const moved: number[] = []
  for (const sheet of await lockTeeTimes(tx, teeTimeIds, now)) {
    const { id, date, time, startsAt: before } = sheet.teeTime
    const startsAt = instantAt(date, time, timeZone)
    if (startsAt.getTime() === before.getTime()) continue
    moved.push(id)
    await updateTeeTime(tx, id, { startsAt })
    for (const spot of sheet.spots) {
      const endsAtTeeOff = spot.until?.getTime() === before.getTime()
      if (spot.status === 'reservation' && endsAtTeeOff) spot.until = startsAt
    }
    sheet.teeTime = { ...sheet.teeTime, startsAt }
    sheet.clearOwedBeforeCutOff()
    sheet.otherChange = 'card'
    await settleSpots(ctx, tx, sheet)
  }
  if (moved.length > 0) await addJob(tx, 'shorten_reservations', { teeTimeIds: moved })
  return moved
}
