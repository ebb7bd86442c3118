import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { linkTo } from '../messages/link-to-app.ts'
import { claimSpot, leaveSpot } from '../tee-times/claim-spot.ts'
import { teeTimeMemberWithoutSession } from '../tee-times/gate.ts'
import {
  JUST_TAKEN,
  sayAlreadyIn,
  sayCancelled,
  sayExpired,
  sayGone,
  sayIn,
  sayInactive,
  sayNotIn,
  sayOut,
  sayPast,
  type Told,
} from './say-spot.ts'

/**
 * Claims or leaves a spot as a tap would, by the same gates and rules. Answers what came of it.
 * @throws Error for what is no refusal: the transaction is to be rolled back
 */
export async function takeSeat(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Queries,
  action: 'in' | 'out',
  told: Told,
): Promise<string> {
  const { golferId, teeTimeId, isPlaying, isCancelled } = told.seat
  if (isCancelled) return sayCancelled(told)
  const through = { db: tx, clock: ctx.clock }
  try {
    const scope = await teeTimeMemberWithoutSession(through, golferId, teeTimeId)
    if (action === 'out') {
      await leaveSpot(through, scope)
      return isPlaying ? sayOut(told) : sayNotIn(told)
    }
    const card = await claimSpot(through, scope)
    return isPlaying ? sayAlreadyIn(told, card.availableSpots) : sayIn(told, card.availableSpots)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sayRefusal(ctx, told, error)
  }
}

function sayRefusal(ctx: Pick<Context, 'config'>, told: Told, refusal: AppError): string {
  switch (refusal.code) {
    case 'FULL':
      return JUST_TAKEN
    case 'TEE_TIME_PAST':
      return sayPast(told)
    case 'SUBSCRIPTION_REQUIRED':
      return sayExpired(told, linkTo(ctx.config, `/${told.seat.slug}/subscribe`))
    case 'GROUP_INACTIVE':
      return sayInactive(told)
    case 'NOT_FOUND':
      return told.seat.isArchived ? sayPast(told) : sayGone(told)
    default:
      throw refusal
  }
}
