import { isUnpaid } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { authorizeMemberWithoutSession, type GroupMember } from '../../groups/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { postTeeTimeInTransaction } from '../post-tee-time.ts'
import { datesDue, timeOnDate } from './compute-dates.ts'
import * as store from './store.ts'

/**
 * Posts the recurring tee times that are due. Each date is posted only once, even if several nodes do this at
 * the same time. If a date cannot be posted now, as in an unpaid group, a later run posts it unless it has
 * passed.
 */
export async function postRecurringTeeTimes(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await store.endOrphaned(ctx.db, now)
  for (const recurring of await store.listNearlyDue(ctx.db, now)) {
    if (isUnpaid(recurring, now)) continue
    if (datesDue(recurring, recurring.timeZone, now).next === recurring.nextDate) continue
    try {
      const member = await authorizeMemberWithoutSession(
        ctx,
        recurring.creatorId,
        recurring.groupId,
      )
      await inTransaction(ctx.db, async (tx) => {
        await postDueDates(ctx, tx, member, await store.lockRecurring(tx, member, recurring.id))
      })
    } catch (error) {
      // For example, the group has too many tee times. The next run tries again.
      if (error instanceof AppError) continue
      ctx.log.error(
        { err: error, recurringId: recurring.id },
        'Could not post a recurring tee time',
      )
    }
  }
}

export async function postDueDates(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  recurring: store.RecurringRow,
): Promise<void> {
  const { timeZone } = member.group
  const { due, next } = datesDue(recurring, timeZone, ctx.clock.now())
  for (const date of due) {
    if (recurring.skippedDates.includes(date)) continue
    const { id: recurringId, course, notes, maxPlayers, cancelHours, joinAsPlayer } = recurring
    const time = timeOnDate(date, recurring, timeZone)
    const plan = { course, date, time, notes, maxPlayers, cancelHours, joinAsPlayer, cost: 0 }
    const { id } = await postTeeTimeInTransaction(ctx, tx, member, plan)
    // The primary key of `recurring_dates` makes any second tee time for the same date roll back.
    await store.recordDate(tx, { recurringId, groupId: member.groupId, date, teeTimeId: id })
  }
  if (next !== recurring.nextDate) await store.updateRecurring(tx, recurring.id, { nextDate: next })
}
