import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  canEndRecurring,
  type createRecurringTeeTime,
  ENDED_SHOWN_DAYS,
  MAX_RECURRING_TEE_TIMES,
} from '../../../contract/recurring-tee-times.ts'
import type { Context } from '../../context.ts'
import { type GroupMember, type GroupViewer, recordInGroup } from '../../groups/index.ts'
import { addDays, DAY_MS } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findJustPosted, postTeeTimeInTransaction } from '../post-tee-time.ts'
import { lockMembership } from '../store.ts'
import { postingTimeOf, timeOnDate, upcomingDates } from './compute-dates.ts'
import { postDueDates } from './post-due.ts'
import * as store from './store.ts'

/** How many of the next dates can be skipped: for a weekly tee time, more than half a year. */
const MAX_DATES_AHEAD = 30
/** How many dates are shown. One more is shown for each skipped date, so that later ones can be skipped. */
const DATES_SHOWN = 4

export async function listRecurringTeeTimes(ctx: Context, viewer: GroupViewer) {
  const now = ctx.clock.now()
  const endedAfter = new Date(now.getTime() - ENDED_SHOWN_DAYS * DAY_MS)
  const rows = await store.listRecurring(ctx.db, viewer, endedAfter)
  return rows.map((row) => presentRecurring(row, viewer, now))
}

/**
 * Posts the first date, and later ones that are already due. If the golfer did the same within the last
 * minute, returns the existing recurring tee time.
 * @throws AppError like `postTeeTime`
 */
export function createRecurring(
  ctx: Context,
  member: GroupMember,
  { everyWeeks, daysAhead, ...plan }: BodyOf<typeof createRecurringTeeTime>,
) {
  return inTransaction(ctx.db, async (tx) => {
    await lockMembership(tx, member)
    const now = ctx.clock.now()
    const posted = await findJustPosted(ctx, tx, member, { ...plan, cost: 0 })
    const existing = posted && (await store.findByTeeTime(tx, posted.id))
    if (posted && existing?.everyWeeks === everyWeeks && existing.daysAhead === daysAhead) {
      return { teeTime: posted, recurringTeeTime: presentRecurring(existing, member, now) }
    }
    if ((await store.countOwnRecurring(tx, member)) >= MAX_RECURRING_TEE_TIMES) {
      throw new AppError(
        'TOO_MANY',
        `You have ${MAX_RECURRING_TEE_TIMES} recurring tee times in this group, the most one golfer can have. End one first.`,
      )
    }
    const teeTime = await postTeeTimeInTransaction(ctx, tx, member, { ...plan, cost: 0 })
    const { groupId, golferId: creatorId } = member
    const { date, warnOfOverlap: _, ...recurringPlan } = plan
    const id = await store.insertRecurring(tx, {
      ...recurringPlan,
      groupId,
      creatorId,
      notes: teeTime.notes,
      everyWeeks,
      daysAhead,
      nextDate: addDays(date, 7 * everyWeeks),
      createdAt: now,
    })
    await store.recordDate(tx, { recurringId: id, groupId, date, teeTimeId: teeTime.id })
    await postDueDates(ctx, tx, member, await store.requireRecurring(tx, member, id))
    const row = await store.requireRecurring(tx, member, id)
    return { teeTime, recurringTeeTime: presentRecurring(row, member, now) }
  })
}

export function setDateSkipped(
  ctx: Context,
  member: GroupMember,
  recurringId: number,
  { date, isSkipped }: { date: string; isSkipped: boolean },
) {
  return inTransaction(ctx.db, async (tx) => {
    const recurring = await store.lockRecurring(tx, member, recurringId)
    if (recurring.creatorId !== member.golferId) {
      throw new AppError('FORBIDDEN', 'Only the golfer who set this up can change its dates.')
    }
    if (await store.wasPosted(tx, recurringId, date)) {
      const message = 'This tee time has already been posted. Cancel it in the list of tee times.'
      throw new AppError('OUT_OF_DATE', message)
    }
    const now = ctx.clock.now()
    const skippableDates = upcomingDates(recurring, member.group.timeZone, now, MAX_DATES_AHEAD)
    if (!skippableDates.includes(date)) throw invalidField('date', 'Pick one of the next dates')
    if (isSkipped && !recurring.skippedDates.includes(date)) {
      await store.recordDate(tx, { recurringId, groupId: member.groupId, date, teeTimeId: null })
    }
    if (!isSkipped) await store.deleteSkipped(tx, recurringId, date)
    return presentRecurring(await store.requireRecurring(tx, member, recurringId), member, now)
  })
}

export function endRecurring(ctx: Context, member: GroupMember, recurringId: number) {
  const { golferId, role } = member
  return inTransaction(ctx.db, async (tx) => {
    const recurring = await store.lockRecurring(tx, member, recurringId)
    const { creatorId, course, time } = recurring
    if (!canEndRecurring({ creator: { id: creatorId } }, golferId, role)) {
      const message = 'Only the golfer who set this up, the group owner, and admins can end it.'
      throw new AppError('FORBIDDEN', message)
    }
    await store.updateRecurring(tx, recurringId, { endedAt: ctx.clock.now(), endedBy: golferId })
    if (creatorId === golferId) return
    const about = { golferId: creatorId, detail: `${course}, ${time}` }
    await recordInGroup(ctx, tx, member, 'recurring-tee-time-ended-for-creator', about)
  })
}

function presentRecurring(row: store.RecurringRow, { group }: GroupViewer, now: Date) {
  const { timeZone } = group
  const { creatorId, creatorName, endedAt, endedBy, skippedDates, ...shown } = row
  const limit = endedAt === null ? Math.min(DATES_SHOWN + skippedDates.length, MAX_DATES_AHEAD) : 0
  return {
    ...shown,
    creator: { id: creatorId, name: creatorName },
    nextDates: upcomingDates(row, timeZone, now, limit).map((date) => ({
      date,
      time: timeOnDate(date, row, timeZone),
      postedAt: postingTimeOf(date, row, timeZone).toISOString(),
      skipped: skippedDates.includes(date),
    })),
    ended: endedAt && { at: endedAt.toISOString(), by: endedBy },
  }
}
