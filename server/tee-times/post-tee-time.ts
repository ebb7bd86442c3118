import type { TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { type GroupMember, requireSubscription } from '../groups/index.ts'
import { type Queries, retryConflicts, withAdvisoryLock } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { readCard } from './cards/read-cards.ts'
import { findOverlap, overlapWarning } from './find-overlap.ts'
import { findStart } from './find-start.ts'
import { requireRoom } from './require-room.ts'
import { findPosted, insertTeeTime, lockZone, queueAnnouncement } from './store.ts'

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
  /** Throw OVERLAPS instead of posting when a poster who joins plays another round at that time. */
  warnOfOverlap?: boolean | undefined
  /** Cents. */
  cost: number
}

/** How soon posting the same tee time again counts as a retry by someone who saw no response. */
const RETRY_MS = 60_000

/**
 * Posts a tee time and notifies the group. The same content posted by the same golfer within a minute
 * returns the first tee time, unless it was canceled or changed since.
 * @throws AppError SUBSCRIPTION_REQUIRED; INVALID_INPUT for a date or time that is past, too far ahead,
 * or skipped by a clock change; OUT_OF_DATE when the group's time zone has just changed; TOO_MANY;
 * OVERLAPS, for callers that ask for it, with the other round as `overlap`.
 */
export function postTeeTime(
  ctx: Pick<Context, 'db' | 'clock'>,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      await withAdvisoryLock(tx, `post-tee-time:${member.groupId}:${member.golferId}`)
      const since = new Date(ctx.clock.now().getTime() - RETRY_MS)
      const posted = await findPosted(tx, member, { ...plan, notes: notesOf(plan) }, since)
      const known = posted === undefined ? undefined : await readCard(tx, posted)
      return known ?? (await postWithin(ctx, tx, member, plan))
    }),
  )
}

/**
 * Posts a tee time in the caller's transaction, even if an identical one exists. The caller retries all
 * of it after a conflict.
 * @throws AppError like {@link postTeeTime}
 */
export async function postWithin(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  await requireRoom(ctx, tx, member)
  return postBeyondCaps(ctx, tx, member, plan)
}

/** Like {@link postWithin}, but without the caps: for tests that fill a group. */
export async function postBeyondCaps(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  const startsAt = findStart(plan, member.group.timeZone, now)
  requireSubscription(member, now)
  const notes = notesOf(plan)
  const { cancelHours = null } = plan
  if (plan.warnOfOverlap && plan.joinAsPlayer) {
    const overlap = await findOverlap(tx, member.golferId, startsAt)
    if (overlap !== undefined) throw overlapWarning(overlap)
  }
  // Lock order everywhere: the membership, then the group.
  const timeZone = await lockZone(tx, member)
  if (timeZone === undefined) throw notFound('group')
  if (timeZone !== member.group.timeZone) {
    throw new AppError(
      'OUT_OF_DATE',
      "The group's time zone was changed just now. Look at the date and time again, then post.",
    )
  }
  const { course, date, time, cost, maxPlayers, joinAsPlayer } = plan
  const details = {
    course,
    date,
    time,
    cost,
    maxPlayers,
    joinAsPlayer,
    notes,
    cancelHours,
    startsAt,
  }
  const id = await insertTeeTime(tx, member, details, now)
  await queueAnnouncement(tx, member.groupId, now)
  const card = await readCard(tx, id)
  if (card === undefined) throw notFound('tee time')
  return card
}

function notesOf({ notes }: TeeTimePlan): string | null {
  return notes?.trim() ? notes : null
}
