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
import { deleteHold, type Hold, insertHold } from './store.ts'

/**
 * Holds an open spot of the golfer's own tee time for a member, who is told, or for somebody by name;
 * at that time it opens by itself. A member's hold is moved by holding again. Answers the whole card.
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
  return retryConflicts(() => ctx.db.transaction((tx) => holdIn(tx, scope, hold, now)))
}

async function holdIn(tx: Queries, scope: TeeTimeMember, hold: Hold, now: Date): Promise<TeeTime> {
  const { golferId, until } = hold
  const result = await insertHold(tx, scope, hold, now)
  if (result?.outcome === 'no_member') {
    throw new AppError('NOT_ELIGIBLE', 'This golfer is not a member of the group any more.')
  }
  const card = result?.card
  if (card == null) throw notFound('tee time')
  switch (result?.outcome) {
    case 'held':
      break
    case 'full':
      throw new AppError('FULL', 'All spots in this tee time are taken.', { teeTime: card })
    case 'playing':
      throw new AppError('ALREADY_IN', 'This golfer has a spot already.', { teeTime: card })
    case 'waiting': {
      const message = 'This golfer is in line, and gets the next spot in turn.'
      throw new AppError('ALREADY_IN', message, { teeTime: card })
    }
    case 'past':
      throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
    default:
      throw new Error(`hold_spot answered ${result?.outcome}`)
  }
  if (until > new Date(card.startsAt)) throw badTime('Pick a time before tee-off')
  if (golferId !== undefined) {
    const { teeTimeId, groupId } = scope
    const key = `held:${result.holdId}:${until.toISOString()}`
    await queueDelivery(tx, { event: 'held', golferId, groupId, teeTimeIds: [teeTimeId], key }, now)
  }
  return card
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
