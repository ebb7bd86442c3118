import type { BodyOf } from '../../contract/endpoint.ts'
import { MAX_POSTED_BY_GOLFER, MAX_POSTED_IN_GROUP } from '../../contract/limits.ts'
import type { postTeeTime as endpoint, TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { type GroupMember, requireSubscription } from '../groups/index.ts'
import { inTransaction, type Queries, takeAdvisoryLock } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { readCard, requireCard } from './cards/store.ts'
import { computeStart, overlapWarning } from './check-start.ts'
import * as store from './store.ts'

type TeeTimePlan = Omit<BodyOf<typeof endpoint>, 'groupId' | 'creatorId' | 'cancelHours'> & {
  cancelHours?: number | null
}

/** The same post within this time counts as a retry after a lost response. */
const RETRY_WINDOW_MS = 60_000

/**
 * Posts a tee time, or returns an identical one that the golfer posted within the last minute.
 * @throws AppError SUBSCRIPTION_REQUIRED, INVALID_INPUT, NOT_FOUND, OUT_OF_DATE, TOO_MANY, OVERLAPS
 */
export function postTeeTime(ctx: Context, member: GroupMember, plan: TeeTimePlan) {
  return inTransaction(ctx.db, async (tx) => {
    await takeAdvisoryLock(tx, `post-tee-time:${member.groupId}:${member.golferId}`)
    const existing = await findJustPosted(ctx, tx, member, plan)
    return existing ?? (await postTeeTimeInTransaction(ctx, tx, member, plan))
  })
}

/** Returns an identical tee time that the golfer posted within the last minute. */
export async function findJustPosted(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime | undefined> {
  const since = new Date(ctx.clock.now().getTime() - RETRY_WINDOW_MS)
  const postedId = await store.findPosted(tx, member, detailsOf(plan), since)
  return postedId === undefined ? undefined : readCard(tx, postedId)
}

/** Like {@link postTeeTime}, but in the caller's transaction, and even if an identical tee time exists. */
export async function postTeeTimeInTransaction(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  plan: TeeTimePlan,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  await requireBelowLimits(tx, member, now)
  const startsAt = computeStart(plan, member.group.timeZone, now)
  requireSubscription(member, now)
  if (plan.warnOfOverlap && plan.joinAsPlayer) {
    const overlap = await store.findOverlap(tx, member.golferId, startsAt)
    if (overlap !== undefined) throw overlapWarning(overlap)
  }
  const timeZone = await store.lockTimeZone(tx, member)
  if (timeZone === undefined) throw notFound('group')
  if (timeZone !== member.group.timeZone) {
    const message = "The group's time zone just changed. Check the date and time, then post again."
    throw new AppError('OUT_OF_DATE', message)
  }
  const id = await store.insertTeeTime(tx, member, { ...detailsOf(plan), startsAt }, now)
  await store.queueAnnouncement(tx, member.groupId, now)
  return requireCard(tx, id)
}

function detailsOf(plan: TeeTimePlan) {
  return { cancelHours: null, ...plan, notes: plan.notes || null }
}

/** Makes other posts in the group wait, so that simultaneous posts cannot exceed the limits. */
async function requireBelowLimits(tx: Queries, member: GroupMember, now: Date): Promise<void> {
  await takeAdvisoryLock(tx, `posts-of-group:${member.groupId}`)
  const { postedByGolfer, postedInGroup } = await store.countListed(tx, member, now)
  if (postedByGolfer >= MAX_POSTED_BY_GOLFER) {
    throw new AppError(
      'TOO_MANY',
      `You have ${MAX_POSTED_BY_GOLFER} upcoming tee times in this group, the most one golfer can have. Cancel one, or wait until one has passed.`,
    )
  }
  if (postedInGroup >= MAX_POSTED_IN_GROUP) {
    throw new AppError(
      'TOO_MANY',
      `This group has ${MAX_POSTED_IN_GROUP} upcoming tee times, the most a group can have. Wait until one has passed or been cancelled.`,
    )
  }
}
