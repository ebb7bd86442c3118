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
import { detailsOf } from '../edit-tee-time.ts'
import { settleSpots } from '../spots/change-spots.ts'
import type { SpotSheet } from '../spots/sheet.ts'
import { lockTeeTimes } from '../spots/store.ts'
import * as store from './store.ts'

type TimeZoneContext = Pick<Context, 'db' | 'clock' | 'log' | 'notify'>

const BATCH_SIZE = 200

/** How long a process with older rules might keep running. */
const OLDER_PROCESSES_MS = 7 * 86_400_000

/** Runs when a process starts. If it fails, only logs the error, because the daily job tries again. */
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
  const storedRules = await store.adoptVersion(ctx.db, version, now)
  if (version < storedRules.version) {
    ctx.log.warn(
      { own: version, inUse: storedRules.version },
      "This Node's time-zone data is older than another machine's. Update Node.",
    )
  } else if (
    storedRules.recomputedAt === null ||
    now.getTime() - storedRules.adoptedAt.getTime() < recheckMs
  ) {
    await recomputeAll(ctx, version)
  }
}

async function recomputeAll(ctx: TimeZoneContext, version: string): Promise<void> {
  let afterId = 0
  for (;;) {
    const batch = await store.listTeeTimes(ctx.db, { afterId, limit: BATCH_SIZE })
    const wrongTeeTimes = batch.filter((teeTime) => !startsAtBookedTime(teeTime))
    for (const [groupId, found] of Map.groupBy(wrongTeeTimes, (teeTime) => teeTime.groupId)) {
      const teeTimeIds = found.map(({ id }) => id)
      const moved = await recomputeSome(ctx, version, teeTimeIds)
      if (moved > 0) ctx.log.info({ groupId, moved }, 'Recomputed tee-off instants')
    }
    const last = batch.at(-1)
    if (last === undefined || batch.length < BATCH_SIZE) break
    afterId = last.id
  }
  await store.markRecomputed(ctx.db, version, ctx.clock.now())
}

/** Returns how many tee times moved. */
function recomputeSome(ctx: TimeZoneContext, version: string, teeTimeIds: readonly number[]) {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await store.lockVersion(tx, version))) return 0
    const sheets = await lockTeeTimes(tx, teeTimeIds, ctx.clock.now())
    const wrongSheets = sheets.filter(({ teeTime }) => !startsAtBookedTime(teeTime))
    for (const sheet of wrongSheets) {
      const { id, date, time, timeZone, version: cardVersion } = sheet.teeTime
      if (instantOf(date, time, timeZone) !== undefined) continue
      // Under these rules, the clocks skip this time. Move it to the end of the gap and notify the players.
      const instant = instantAt(date, time, timeZone)
      const local = { date: localDateOf(instant, timeZone), time: localTimeOf(instant, timeZone) }
      const job = { teeTimeId: id, by: null, version: cardVersion + 1, was: detailsOf(sheet) }
      await addJob(tx, 'notify_changed', job)
      sheet.changeTeeTime(local, { isEdit: true })
    }
    const movedIds = await keepLocalTimes(ctx, tx, wrongSheets)
    return movedIds.length
  })
}

type BookedTime = Pick<SpotSheet['teeTime'], 'date' | 'time' | 'startsAt' | 'timeZone'>

/**
 * Returns whether `startsAt` is an instant of the booked local date and time. If the clocks skip that time,
 * the end of the gap counts. If the time occurs twice, both instants count, because a frost delay may have
 * moved the tee time to the second one.
 */
function startsAtBookedTime({ date, time, startsAt, timeZone }: BookedTime): boolean {
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
  sheets: readonly SpotSheet[],
): Promise<number[]> {
  const movedIds: number[] = []
  for (const sheet of sheets) {
    const { id, date, time, timeZone, startsAt: previousStart } = sheet.teeTime
    const startsAt = instantAt(date, time, timeZone)
    if (startsAt.getTime() === previousStart.getTime()) continue
    movedIds.push(id)
    sheet.changeTeeTime({ startsAt }, { isEdit: false })
    await settleSpots(ctx, tx, sheet)
  }
  if (movedIds.length > 0) await addJob(tx, 'shorten_reservations', { teeTimeIds: movedIds })
  return movedIds
}
