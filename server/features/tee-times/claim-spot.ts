import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryStatement } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import { overlapWarning, ROUND_MINUTES } from './find-overlap.ts'
import type { TeeTimeMember } from './gate.ts'
import { releaseSpot, takeSpot } from './store.ts'

/** The pool, or a transaction that something else goes into as well. */
type Through = Pick<Context, 'clock'> & { db: Queries }

/**
 * Claims a spot for the golfer of the scope; claiming the one they hold changes nothing.
 * Returns the whole card.
 * @param warnOfOverlap whether a golfer who plays another round at that time is warned instead
 * @throws AppError OVERLAPS with the other round as `overlap`; FULL or TEE_TIME_PAST, both with the card as `teeTime`; NOT_FOUND when it was
 * cancelled, or the golfer removed, in the meantime; SUBSCRIPTION_REQUIRED
 */
export async function claimSpot(
  ctx: Through,
  scope: TeeTimeMember,
  { warnOfOverlap = false }: { warnOfOverlap?: boolean | undefined } = {},
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(scope, now)
  const roundMinutes = warnOfOverlap ? ROUND_MINUTES : null
  const result = await retryStatement(ctx.db, () => takeSpot(ctx.db, scope, roundMinutes, now))
  const card = result?.card
  if (card == null) throw notFound('tee time')
  if (result?.overlap != null) throw overlapWarning(result.overlap, card)
  switch (result?.outcome) {
    case 'claimed':
    case 'already':
      return card
    case 'past':
      throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
    case 'full':
      throw new AppError('FULL', 'All spots in this tee time are taken.', { teeTime: card })
    default:
      throw new Error(`claim_spot answered ${result?.outcome}`)
  }
}

/**
 * Releases the golfer's spot; releasing none changes nothing. Answers the whole card.
 * @throws AppError NOT_FOUND when it was cancelled in the meantime
 */
export async function leaveSpot(ctx: Through, scope: TeeTimeMember): Promise<TeeTime> {
  const result = await retryStatement(ctx.db, () => releaseSpot(ctx.db, scope, ctx.clock.now()))
  if (result?.card == null) throw notFound('tee time')
  return result.card
}
