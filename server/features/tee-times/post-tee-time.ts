import { MAX_DAYS_AHEAD } from '../../../contract/limits.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { addDays, instantOf, localDateOf } from '../../platform/clock.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError, invalidField, notFound } from '../../platform/errors.ts'
import type { GroupMember } from '../groups/gate.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import { insertTeeTime } from './store.ts'

export interface TeeTimePlan {
  course: string
  /** Local to the group. */
  date: string
  /** Local to the group. */
  time: string
  notes?: string | null | undefined
  maxPlayers: number
  joinAsPlayer: boolean
  /** Cents. */
  cost: number
}

/**
 * Posts a tee time; all members' phones hear of it.
 * @throws AppError SUBSCRIPTION_REQUIRED; INVALID_INPUT for a date or time that is past, too far
 * ahead, or skipped by the clocks; OUT_OF_DATE when the group's time zone has just changed.
 */
export async function postTeeTime(
  ctx: Pick<Context, 'db' | 'clock'>,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  const { timeZone } = member.group
  const today = localDateOf(now, timeZone)
  if (plan.date < today) throw invalidField('date', 'Pick today or a later day.')
  if (plan.date > addDays(today, MAX_DAYS_AHEAD)) {
    throw invalidField('date', 'Pick a day within the next two years.')
  }
  const startsAt = instantOf(plan.date, plan.time, timeZone)
  if (startsAt === undefined) {
    throw invalidField('time', 'The clocks skip this time on that day. Pick another one.')
  }
  if (startsAt <= now) throw invalidField('time', 'This time has already passed today.')
  requireSubscription(member, now)
  const notes = plan.notes?.trim() ? plan.notes : null
  const card = await retryConflicts(() =>
    insertTeeTime(ctx.db, member, { ...plan, notes, startsAt }, now),
  )
  if (card === undefined) throw notFound('group')
  if (card === 'moved') {
    throw new AppError(
      'OUT_OF_DATE',
      "The group's time zone was changed just now. Look at the date and time again, then post.",
    )
  }
  return card
}
