import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import {
  canEndRecurring,
  type createRecurringTeeTime,
  ENDED_SHOWN_DAYS,
  MAX_RECURRING_TEE_TIMES,
  type RecurringTeeTime,
} from '../../../contract/recurring-tee-times.ts'
import type { Context } from '../../context.ts'
import type { GroupMember, GroupViewer } from '../../groups/index.ts'
import { recordAction, type SessionHolder } from '../../identity/index.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { AppError, invalidField, notFound } from '../../platform/errors.ts'
import { postWithin } from '../post-tee-time.ts'
import { dateAfter, upcomingDates } from './compute-dates.ts'
import { postDue } from './post-due.ts'
import { presentRecurring } from './present-recurring.ts'
import {
  countOwn,
  deleteSkipped,
  findDate,
  findRecurring,
  insertDate,
  insertRecurring,
  listOwn,
  listRecurring,
  lockRecurring,
  markEnded,
  type RecurringRow,
} from './store.ts'

const DAY_MS = 86_400_000
/** How many dates ahead can be skipped: more than half a year of a weekly tee time. */
const MOST_DATES_AHEAD = 30

type RecurringContext = Pick<Context, 'db' | 'clock'>

/** Lists a group's recurring tee times, the next one first. */
export async function listRecurringTeeTimes(
  ctx: RecurringContext,
  viewer: GroupViewer,
): Promise<RecurringTeeTime[]> {
  const now = ctx.clock.now()
  const rows = await listRecurring(
    ctx.db,
    viewer,
    new Date(now.getTime() - ENDED_SHOWN_DAYS * DAY_MS),
  )
  return rows.map((row) => presentRecurring(row, viewer.group.timeZone, now))
}

/**
 * Posts a tee time and makes it recurring. Also posts the dates that are already due.
 * @throws AppError like `postTeeTime`; TOO_MANY
 */
export function createRecurring(
  ctx: RecurringContext,
  member: GroupMember,
  form: BodyOf<typeof createRecurringTeeTime>,
): Promise<AnswerOf<typeof createRecurringTeeTime>> {
  const { everyWeeks, daysAhead, ...plan } = form
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const own = await countOwn(tx, member)
      if (own === undefined) throw notFound('group')
      if (own >= MAX_RECURRING_TEE_TIMES) {
        throw new AppError(
          'TOO_MANY',
          `You keep up ${MAX_RECURRING_TEE_TIMES} standing tee times in this group. End one first.`,
        )
      }
      const teeTime = await postWithin(ctx, tx, member, { ...plan, cost: 0 })
      const { course, time, maxPlayers, cancelHours, joinAsPlayer } = plan
      const id = await insertRecurring(tx, member, {
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
      return { teeTime, recurringTeeTime: await present(ctx, tx, member, id) }
    }),
  )
}

/**
 * Skips a date of the golfer's own recurring tee time.
 * @throws AppError NOT_FOUND when it has ended; FORBIDDEN for another golfer's; INVALID_INPUT for a day
 * that is not one of its next dates; OUT_OF_DATE for a date that is already posted
 */
export function skipDate(
  ctx: RecurringContext,
  member: GroupMember,
  recurringId: number,
  date: string,
): Promise<RecurringTeeTime> {
  return changeDate(ctx, member, recurringId, date, async (tx, settled) => {
    if (settled === undefined) await insertDate(tx, recurringId, date, null)
  })
}

/** Restores a skipped date. @throws like {@link skipDate} */
export function unskipDate(
  ctx: RecurringContext,
  member: GroupMember,
  recurringId: number,
  date: string,
): Promise<RecurringTeeTime> {
  return changeDate(ctx, member, recurringId, date, async (tx, settled) => {
    if (settled === 'skipped') await deleteSkipped(tx, recurringId, date)
  })
}

function changeDate(
  ctx: RecurringContext,
  member: GroupMember,
  recurringId: number,
  date: string,
  change: (tx: Queries, settled: 'skipped' | undefined) => Promise<void>,
): Promise<RecurringTeeTime> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const recurring = await lockRecurring(tx, member, recurringId)
      if (recurring === undefined) throw notFound('standing tee time')
      if (recurring.creatorId !== member.golferId) {
        throw new AppError('FORBIDDEN', 'Only the golfer who set this up can change its dates.')
      }
      const settled = await findDate(tx, recurringId, date)
      if (settled === 'posted') {
        throw new AppError('OUT_OF_DATE', 'This one is posted already. Cancel it on its card.')
      }
      const ahead = upcomingDates(recurring.nextDate, recurring, member.group.timeZone, {
        now: ctx.clock.now(),
        most: MOST_DATES_AHEAD,
      })
      if (!ahead.includes(date)) throw invalidField('date', 'Pick one of the next dates.')
      await change(tx, settled)
      return present(ctx, tx, member, recurringId)
    }),
  )
}

/**
 * Ends a recurring tee time, for its creator, the group's owner and admins. Existing posts stay.
 * @throws AppError NOT_FOUND when it has already ended; FORBIDDEN
 */
export function endRecurring(
  ctx: RecurringContext,
  member: GroupMember,
  recurringId: number,
): Promise<void> {
  const { golferId, role, group } = member
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const recurring = await lockRecurring(tx, member, recurringId)
      if (recurring === undefined) throw notFound('standing tee time')
      const { creatorId, course } = recurring
      if (!canEndRecurring({ creator: { id: creatorId } }, golferId, role)) {
        throw new AppError(
          'FORBIDDEN',
          'Only the golfer who set this up, the group owner and admins can end it.',
        )
      }
      await markEnded(tx, recurringId, golferId, ctx.clock.now())
      if (creatorId === golferId) return
      await recordAction(ctx, tx, {
        actorId: golferId,
        action: 'recurring-tee-time-ended-for-creator',
        group,
        golferId: creatorId,
        detail: `${course}, ${recurring.time}`,
      })
    }),
  )
}

/** Returns the golfer's recurring tee times, for their own data. */
export async function readOwnRecurringTeeTimes(
  db: Queries,
  golfer: Pick<SessionHolder, 'golferId'>,
) {
  const rows = await listOwn(db, golfer)
  return rows.map(({ createdAt, endedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

async function found(tx: Queries, member: GroupMember, recurringId: number): Promise<RecurringRow> {
  const row = await findRecurring(tx, member, recurringId)
  if (row === undefined) throw notFound('standing tee time')
  return row
}

async function present(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  recurringId: number,
): Promise<RecurringTeeTime> {
  const row = await found(tx, member, recurringId)
  return presentRecurring(row, member.group.timeZone, ctx.clock.now())
}
