import type { BodyOf } from '../../../contract/endpoint.ts'
import type { holdSpot as endpoint } from '../../../contract/spot-holds.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { instantOf } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts, retryStatement } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { deleteHold, findLastTold, type Hold, insertHold } from './store.ts'

/**
 * Holds an open spot of the golfer's own tee time for a member, who is told, or for somebody by name;
 * at that time it opens by itself. A member's hold is moved by holding again, and the member told again
 * where there is less time than they know of. Answers the whole card.
 * @throws AppError INVALID_INPUT for a time that is past, after tee-off, or skipped by the clocks; with
 * the card as `teeTime`: FULL, ALREADY_IN for a member who plays or waits in
 * line, TEE_TIME_PAST; NOT_ELIGIBLE for who is no
 * member; NOT_FOUND when it was cancelled in the meantime; SUBSCRIPTION_REQUIRED
 */
export async function holdSpot(
  ctx: Pick<Context, 'db' | 'clock'>,
  scope: TeeTimeMember,
  { date, time, forGolferId: golferId, name }: BodyOf<typeof endpoint>,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(scope, now)
  const until = instantOf(date, time, scope.group.timeZone)
  if (until === undefined || until <= now) throw badTime('Pick a time that is still to come')
  const hold = { golferId, name, until }
  const held = await retryConflicts(() => ctx.db.transaction((tx) => holdIn(tx, scope, hold, now)))
  if (held instanceof AppError) throw held
  return held
}

/** A refusal is an answer: what ended before it is over all the same, as its card says. */
async function holdIn(
  tx: Queries,
  scope: TeeTimeMember,
  hold: Hold,
  now: Date,
): Promise<TeeTime | AppError> {
  const { golferId, until } = hold
  const result = await insertHold(tx, scope, hold, now)
  if (result?.outcome === 'no_member') {
    return new AppError('NOT_ELIGIBLE', 'This golfer is not a member of the group any more.')
  }
  const card = result?.card
  if (card == null) return notFound('tee time')
  switch (result?.outcome) {
    case 'held':
      break
    case 'full':
      return new AppError('FULL', 'All spots in this tee time are taken.', { teeTime: card })
    case 'playing':
      return new AppError('ALREADY_IN', 'This golfer has a spot already.', { teeTime: card })
    case 'waiting': {
      const message = 'This golfer is in line, and gets the next spot in turn.'
      return new AppError('ALREADY_IN', message, { teeTime: card })
    }
    case 'past':
      return new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
    default:
      throw new Error(`hold_spot answered ${result?.outcome}`)
  }
  if (until > new Date(card.startsAt)) throw badTime('Pick a time before tee-off')
  if (golferId !== undefined && !(await isTold(tx, scope, { golferId, until }, now))) {
    const { teeTimeId, groupId } = scope
    const data = { until: until.toISOString() }
    const key = `held:${result.holdId}:${data.until}`
    const about = { golferId, groupId, teeTimeIds: [teeTimeId] }
    await queueDelivery(tx, { event: 'held', ...about, data, key }, now)
  }
  return card
}

/** Whether a member knows of a hold as long as this one, or of a shorter one that goes on. */
async function isTold(
  tx: Queries,
  scope: TeeTimeMember,
  { golferId, until }: { golferId: number; until: Date },
  now: Date,
): Promise<boolean> {
  const last = await findLastTold(tx, scope, golferId)
  // One that waits for the morning says by then until when it is.
  if (last === undefined || last.isHeld) return last !== undefined
  return last.until !== undefined && last.until > now && last.until <= until
}

/**
 * Opens a spot that is held, for the tee time's creator or whom it is held for; one that is open, or
 * another's, changes nothing. Answers the whole card.
 * @throws AppError NOT_FOUND when it was cancelled in the meantime
 */
export async function releaseHold(
  ctx: Pick<Context, 'clock'> & { db: Queries },
  scope: TeeTimeMember,
  holdId: number,
): Promise<TeeTime> {
  const result = await retryStatement(ctx.db, () =>
    deleteHold(ctx.db, scope, holdId, ctx.clock.now()),
  )
  if (result?.card == null) throw notFound('tee time')
  return result.card
}

function badTime(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: { time: message } })
}
