import type { TeeTime } from '../../../contract/tee-times.ts'
import { MAX_WAITING } from '../../../contract/waiting-lists.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryStatement } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { requireSubscription } from '../groups/require-subscription.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { joinLine, leaveLine } from './store.ts'

/** The pool, or a transaction that something else goes into as well. */
type Through = Pick<Context, 'clock'> & { db: Queries }

/**
 * Puts the golfer of the scope at the end of the line for a full tee time; who is in line keeps their
 * place. Answers the whole card.
 * @param takesIt the spot that comes free is taken for the golfer, without asking, and so is one that is
 * held already; undefined: as they said before
 * @throws AppError with the card as `teeTime`: NOT_FULL while there is a spot to claim, ALREADY_IN for
 * who plays, LINE_FULL, TEE_TIME_PAST; NOT_FOUND when it was cancelled, or the golfer removed, in the
 * meantime; SUBSCRIPTION_REQUIRED
 */
export async function waitForSpot(
  ctx: Through,
  scope: TeeTimeMember,
  { takesIt }: { takesIt?: boolean | undefined } = {},
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(scope, now)
  const result = await retryStatement(ctx.db, () =>
    joinLine(ctx.db, scope, { takesIt, most: MAX_WAITING, now }),
  )
  const card = result?.card
  if (card == null) throw notFound('tee time')
  switch (result?.outcome) {
    case 'waiting':
      return card
    case 'open':
      throw new AppError('NOT_FULL', 'There is a spot: claim it right away.', { teeTime: card })
    case 'playing':
      throw new AppError('ALREADY_IN', 'You have a spot in this tee time.', { teeTime: card })
    case 'long':
      throw new AppError('LINE_FULL', `${MAX_WAITING} golfers wait for this tee time already.`, {
        teeTime: card,
      })
    case 'past':
      throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
    default:
      throw new Error(`wait_for_spot answered ${result?.outcome}`)
  }
}

/**
 * Takes the golfer of the scope out of the line, and passes a spot that is held for them on to the
 * next; who does not wait changes nothing. Answers the whole card.
 * @throws AppError NOT_FOUND when it was cancelled in the meantime
 */
export async function stopWaiting(ctx: Through, scope: TeeTimeMember): Promise<TeeTime> {
  const result = await retryStatement(ctx.db, () => leaveLine(ctx.db, scope, ctx.clock.now()))
  if (result?.card == null) throw notFound('tee time')
  return result.card
}
