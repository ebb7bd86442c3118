import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { GroupMember } from '../groups/gate.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import { findStart } from './find-start.ts'
import { insertTeeTime } from './store.ts'

export interface TeeTimePlan {
  course: string
  /** Local to the group. */
  date: string
  /** Local to the group. */
  time: string
  notes?: string | null | undefined
  maxPlayers: number
  cancelHours?: number | null
  joinAsPlayer: boolean
  /** Cents. */
  cost: number
}

/**
 * Posts a tee time; all members' phones hear of it.
 * @throws AppError SUBSCRIPTION_REQUIRED; INVALID_INPUT for a date or time that is past, too far
 * ahead, or skipped by the clocks; OUT_OF_DATE when the group's time zone has just changed.
 */
export function postTeeTime(
  ctx: Pick<Context, 'db' | 'clock'>,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  return retryConflicts(() => postWithin(ctx, ctx.db, member, plan))
}

/** As {@link postTeeTime}, in the transaction of `tx`, which is done over as a whole after a conflict. */
export async function postWithin(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  const startsAt = findStart(plan, member.group.timeZone, now)
  requireSubscription(member, now)
  const notes = plan.notes?.trim() ? plan.notes : null
  const { cancelHours = null } = plan
  const card = await insertTeeTime(tx, member, { ...plan, notes, cancelHours, startsAt }, now)
  if (card === undefined) throw notFound('group')
  if (card === 'moved') {
    throw new AppError(
      'OUT_OF_DATE',
      "The group's time zone was changed just now. Look at the date and time again, then post.",
    )
  }
  return card
}
