import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { retryStatement } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { deleteGuest, insertGuest } from './store.ts'

/**
 * Gives an open spot to a guest of the golfer of the scope, who plays. Answers the whole card.
 * @throws AppError with the card as `teeTime`: FULL, NOT_PLAYING, TEE_TIME_PAST, NO_MORE_GUESTS than the
 * group allows; NOT_FOUND when it was cancelled in the meantime; SUBSCRIPTION_REQUIRED
 */
export async function bringGuest(
  ctx: Pick<Context, 'db' | 'clock'>,
  scope: TeeTimeMember,
  name: string,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(scope, now)
  const result = await retryStatement(ctx.db, () => insertGuest(ctx.db, scope, name, now))
  const card = result?.card
  if (card == null) throw notFound('tee time')
  const most = scope.group.guestsPerPlayer
  switch (result?.outcome) {
    case 'brought':
      return card
    case 'full':
      throw new AppError('FULL', 'All spots in this tee time are taken.', { teeTime: card })
    case 'not_playing':
      throw new AppError('NOT_PLAYING', 'Claim a spot for yourself first; then bring a guest.', {
        teeTime: card,
      })
    case 'more': {
      const message =
        most === 0
          ? 'This group plays without guests.'
          : `In this group each player may bring ${most === 1 ? '1 guest' : `${most} guests`}.`
      throw new AppError('NO_MORE_GUESTS', message, { teeTime: card })
    }
    case 'past':
      throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
    default:
      throw new Error(`bring_guest answered ${result?.outcome}`)
  }
}

/**
 * Takes a guest out again, for the host or the tee time's creator; one who is not there, or is
 * another's, changes nothing. Answers the whole card.
 * @throws AppError NOT_FOUND when it was cancelled in the meantime
 */
export async function removeGuest(
  ctx: Pick<Context, 'db' | 'clock'>,
  scope: TeeTimeMember,
  guestId: number,
): Promise<TeeTime> {
  const result = await retryStatement(ctx.db, () =>
    deleteGuest(ctx.db, scope, guestId, ctx.clock.now()),
  )
  if (result?.card == null) throw notFound('tee time')
  return result.card
}
