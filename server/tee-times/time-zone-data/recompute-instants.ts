import type { Context } from '../../context.ts'
import {
  instantAt,
  instantOf,
  localDateOf,
  localTimeOf,
  zoneRulesVersion,
} from '../../platform/clock.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { keepLocalTimes } from './keep-local-times.ts'
import {
  adoptVersion,
  changeLocalTime,
  countSpots,
  type LockedTeeTime,
  listTeeTimes,
  lockTeeTimes,
  lockVersion,
  markRecomputed,
} from './store.ts'

type TimeZoneContext = Pick<Context, 'db' | 'clock' | 'log' | 'notify'>

/** How many tee times are read at once, and how many of one group are locked at once. */
const PAGE = 1_000
const BATCH = 100

/** For this long after newer rules are in use, a process with older ones may still be running. */
const OLDER_PROCESSES_MS = 7 * 86_400_000

/**
 * Recomputes the instants of all tee times when a process starts with newer time-zone rules than those in
 * use, or when an earlier run did not finish. Logs a failure without stopping the startup, because the
 * daily job checks again.
 */
export async function adoptZoneRules(
  ctx: TimeZoneContext,
  version = zoneRulesVersion(),
): Promise<void> {
  try {
    const inUse = await adoptVersion(ctx.db, version, ctx.clock.now())
    if (isOlder(ctx, version, inUse.version) || inUse.isDone) return
    await recomputeAll(ctx, version)
  } catch (error) {
    ctx.log.error({ err: error }, 'Could not recompute tee-off instants')
  }
}

/**
 * Checks again, as the daily job, what a process with older rules may have posted or moved meanwhile. Does
 * so for a week after newer rules are in use, and not if this process has older ones itself.
 */
export async function recomputeInstants(
  ctx: TimeZoneContext,
  version = zoneRulesVersion(),
): Promise<void> {
  const inUse = await adoptVersion(ctx.db, version, ctx.clock.now())
  const since = ctx.clock.now().getTime() - inUse.adoptedAt.getTime()
  if (isOlder(ctx, version, inUse.version)) return
  if (!inUse.isDone || since < OLDER_PROCESSES_MS) await recomputeAll(ctx, version)
}

function isOlder({ log }: TimeZoneContext, own: string, inUse: string): boolean {
  const isOlderThanInUse = own < inUse
  if (isOlderThanInUse) {
    log.warn(
      { own, inUse },
      'The time-zone data of this Node is older than on another machine: update Node',
    )
  }
  return isOlderThanInUse
}

async function recomputeAll(ctx: TimeZoneContext, version: string): Promise<void> {
  let after = 0
  for (;;) {
    const page = await listTeeTimes(ctx.db, { after, most: PAGE })
    const wrong = page.filter((teeTime) => !isRight(teeTime, teeTime.timeZone))
    for (const [groupId, found] of Map.groupBy(wrong, (teeTime) => teeTime.groupId)) {
      for (let at = 0; at < found.length; at += BATCH) {
        const teeTimeIds = found.slice(at, at + BATCH).map(({ id }) => id)
        await recomputeSome(ctx, version, { groupId, teeTimeIds })
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last.id
  }
  await markRecomputed(ctx.db, version, ctx.clock.now())
}

async function recomputeSome(
  ctx: TimeZoneContext,
  version: string,
  of: { groupId: number; teeTimeIds: readonly number[] },
): Promise<void> {
  const moved = await retryConflicts(() =>
    ctx.db.transaction((tx) => recomputeIn(ctx, tx, version, of)),
  )
  if (moved > 0) ctx.log.info({ groupId: of.groupId, moved }, 'Recomputed tee-off instants')
}

async function recomputeIn(
  ctx: TimeZoneContext,
  tx: Queries,
  version: string,
  of: { groupId: number; teeTimeIds: readonly number[] },
): Promise<number> {
  if (!(await lockVersion(tx, version))) return 0
  const locked = await lockTeeTimes(tx, of)
  if (locked === undefined) return 0
  const { timeZone } = locked
  const wrong = locked.teeTimes.filter((teeTime) => !isRight(teeTime, timeZone))
  const moved = await keepLocalTimes(ctx, tx, timeZone, wrong, ctx.clock.now())
  for (const teeTime of wrong) {
    const { date, time } = teeTime
    if (instantOf(date, time, timeZone) === undefined) await moveSkipped(tx, teeTime, timeZone)
  }
  return moved.length
}

/** Moves a tee time whose local time is now skipped to the first time after the gap. Notifies its players. */
async function moveSkipped(tx: Queries, teeTime: LockedTeeTime, timeZone: string): Promise<void> {
  const { id, startsAt: _, ...details } = teeTime
  const was = { ...details, maxPlayers: await countSpots(tx, id) }
  const instant = instantAt(was.date, was.time, timeZone)
  const version = await changeLocalTime(tx, id, {
    date: localDateOf(instant, timeZone),
    time: localTimeOf(instant, timeZone),
  })
  await addJob(tx, 'notify_changed', { teeTimeId: id, by: null, version, was })
}

/**
 * Returns whether an instant reads as the booked local time, or is where a skipped local time begins. Both
 * instants of a time that exists twice are right: a frost delay may have moved a tee time to the second.
 */
function isRight(
  { date, time, startsAt }: { date: string; time: string; startsAt: Date },
  timeZone: string,
): boolean {
  return (
    (localTimeOf(startsAt, timeZone) === time && localDateOf(startsAt, timeZone) === date) ||
    instantAt(date, time, timeZone).getTime() === startsAt.getTime()
  )
}
