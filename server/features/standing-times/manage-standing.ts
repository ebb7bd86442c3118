import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import {
  canEndStanding,
  type createStandingTime,
  ENDED_SHOWN_DAYS,
  MAX_STANDING_TIMES,
  type StandingTime,
} from '../../../contract/standing-times.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError, invalidField, notFound } from '../../platform/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import type { GroupMember, GroupViewer } from '../groups/gate.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { postWithin } from '../tee-times/post-tee-time.ts'
import { postDue } from './post-due.ts'
import { presentStanding } from './present-standing.ts'
import { dateAfter, datesToCome } from './reckon-dates.ts'
import {
  countOwn,
  deleteSkipped,
  findDate,
  findStanding,
  insertDate,
  insertStanding,
  listOwn,
  listStanding,
  lockStanding,
  markEnded,
  type StandingRow,
} from './store.ts'

const DAY_MS = 86_400_000
/** Dates that can be left out reach so far ahead: more than half a year of those of every week. */
const MOST_DATES_AHEAD = 30

type Doing = Pick<Context, 'db' | 'clock'>

/** The standing tee times of a group, the next one first. */
export async function listStandingTimes(ctx: Doing, viewer: GroupViewer): Promise<StandingTime[]> {
  const now = ctx.clock.now()
  const rows = await listStanding(
    ctx.db,
    viewer,
    new Date(now.getTime() - ENDED_SHOWN_DAYS * DAY_MS),
  )
  return rows.map((row) => presentStanding(row, viewer.group.timeZone, now))
}

/**
 * Posts a tee time, and again and again from then on; together with it those that are due already.
 * @throws AppError as `postTeeTime`; TOO_MANY
 */
export function createStanding(
  ctx: Doing,
  member: GroupMember,
  form: BodyOf<typeof createStandingTime>,
): Promise<AnswerOf<typeof createStandingTime>> {
  const { everyWeeks, daysAhead, ...plan } = form
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const own = await countOwn(tx, member)
      if (own === undefined) throw notFound('group')
      if (own >= MAX_STANDING_TIMES) {
        throw new AppError(
          'TOO_MANY',
          `You keep up ${MAX_STANDING_TIMES} standing tee times in this group. End one first.`,
        )
      }
      const teeTime = await postWithin(ctx, tx, member, { ...plan, cost: 0 })
      const { course, time, maxPlayers, cancelHours, joinAsPlayer } = plan
      const id = await insertStanding(tx, member, {
        course,
        time,
        maxPlayers,
        cancelHours,
        joinAsPlayer,
        notes: teeTime.notes,
        everyWeeks,
        daysAhead,
        nextDate: dateAfter(plan.date, { everyWeeks }),
        createdAt: ctx.clock.now(),
      })
      await insertDate(tx, id, plan.date, teeTime.id)
      await postDue(ctx, tx, member, await found(tx, member, id))
      return { teeTime, standingTime: await present(ctx, tx, member, id) }
    }),
  )
}

/**
 * Leaves a date of the golfer's own standing tee time out.
 * @throws AppError NOT_FOUND for one that has ended; FORBIDDEN for another's; INVALID_INPUT for a day on
 * which it is not played; OUT_OF_DATE for a date that is posted
 */
export function skipDate(
  ctx: Doing,
  member: GroupMember,
  standingId: number,
  date: string,
): Promise<StandingTime> {
  return changeDate(ctx, member, standingId, date, async (tx, settled) => {
    if (settled === undefined) await insertDate(tx, standingId, date, null)
  })
}

/** Takes a date in again. @throws as {@link skipDate} */
export function unskipDate(
  ctx: Doing,
  member: GroupMember,
  standingId: number,
  date: string,
): Promise<StandingTime> {
  return changeDate(ctx, member, standingId, date, async (tx, settled) => {
    if (settled === 'skipped') await deleteSkipped(tx, standingId, date)
  })
}

function changeDate(
  ctx: Doing,
  member: GroupMember,
  standingId: number,
  date: string,
  change: (tx: Queries, settled: 'skipped' | undefined) => Promise<void>,
): Promise<StandingTime> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const standing = await lockStanding(tx, member, standingId)
      if (standing === undefined) throw notFound('standing tee time')
      if (standing.creatorId !== member.golferId) {
        throw new AppError('FORBIDDEN', 'Only the golfer who set this up can change its dates.')
      }
      const settled = await findDate(tx, standingId, date)
      if (settled === 'posted') {
        throw new AppError('OUT_OF_DATE', 'This one is posted already. Cancel it on its card.')
      }
      const ahead = datesToCome(standing.nextDate, standing, member.group.timeZone, {
        now: ctx.clock.now(),
        most: MOST_DATES_AHEAD,
      })
      if (!ahead.includes(date)) throw invalidField('date', 'Pick one of the next dates.')
      await change(tx, settled)
      return present(ctx, tx, member, standingId)
    }),
  )
}

/**
 * Ends a standing tee time, for its creator, the group's owner and admins; what is posted stays.
 * @throws AppError NOT_FOUND for one that has ended; FORBIDDEN
 */
export function endStanding(ctx: Doing, member: GroupMember, standingId: number): Promise<void> {
  const { golferId, role, group } = member
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const standing = await lockStanding(tx, member, standingId)
      if (standing === undefined) throw notFound('standing tee time')
      const { creatorId, course } = standing
      if (!canEndStanding({ creator: { id: creatorId } }, golferId, role)) {
        throw new AppError(
          'FORBIDDEN',
          'Only the golfer who set this up, the group owner and admins can end it.',
        )
      }
      await markEnded(tx, standingId, golferId, ctx.clock.now())
      if (creatorId === golferId) return
      await recordAction(ctx, tx, {
        actorId: golferId,
        action: 'standing-time-ended-for-creator',
        group,
        golferId: creatorId,
        detail: `${course}, ${standing.time}`,
      })
    }),
  )
}

/** For the golfer's own data. */
export async function readOwnStandingTimes(ctx: Pick<Context, 'db'>, holder: SessionHolder) {
  const rows = await listOwn(ctx.db, holder)
  return rows.map(({ createdAt, endedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

async function found(tx: Queries, member: GroupMember, standingId: number): Promise<StandingRow> {
  const row = await findStanding(tx, member, standingId)
  if (row === undefined) throw notFound('standing tee time')
  return row
}

async function present(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  standingId: number,
): Promise<StandingTime> {
  const row = await found(tx, member, standingId)
  return presentStanding(row, member.group.timeZone, ctx.clock.now())
}
