import { offerFor, placeInLine, type TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { linkTo } from '../../platform/link-to-app.ts'
import {
  claimSpot,
  findOverlap,
  leaveSpot,
  releaseHold,
  stopWaiting,
  type TeeTimeMember,
  teeTimeMemberWithoutSession,
  waitForSpot,
} from '../../tee-times/index.ts'
import {
  sayAlreadyIn,
  sayCancelled,
  sayExpired,
  sayFull,
  sayGone,
  sayIn,
  sayInactive,
  sayInLine,
  sayLineIsLong,
  sayNotIn,
  sayOut,
  sayPassed,
  sayPast,
  sayThereIs,
  sayWaitsNoMore,
  type Told,
} from './say-spot.ts'
import type { Action } from './schema.ts'
import { isHeld } from './store.ts'

/**
 * Claims, leaves or waits for a spot with the same access checks and rules as a tap. Returns the reply.
 * @throws Error for anything but a refusal: the transaction has to be rolled back
 */
export async function takeSeat(
  ctx: Pick<Context, 'clock' | 'config' | 'notify'>,
  tx: Queries,
  action: Action,
  told: Told,
): Promise<string> {
  const { golferId, teeTimeId, isPlaying, isCancelled } = told.seat
  if (isCancelled) return sayCancelled(told)
  const through = { db: tx, clock: ctx.clock, notify: ctx.notify }
  try {
    const scope = await teeTimeMemberWithoutSession(through, golferId, teeTimeId)
    if (action === 'out') return await giveUp(through, scope, told)
    if (action === 'wait') {
      const card = await waitForSpot(through, scope)
      const place = placeInLine(card, golferId)
      return place === undefined || offerFor(card, golferId, told.now) !== undefined
        ? sayThereIs(told)
        : sayInLine(told, place)
    }
    const card = await claimSpot(through, scope)
    if (isPlaying) return sayAlreadyIn(told, card.availableSpots)
    // A text cannot ask for confirmation, so the reply mentions it.
    const overlap = await findOverlap(tx, golferId, new Date(card.startsAt), teeTimeId)
    return sayIn(told, card.availableSpots, overlap)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sayRefusal(ctx, told, error)
  }
}

/** Gives up a golfer's spot, reservation, offer or place on the waiting list. */
async function giveUp(
  through: Pick<Context, 'clock' | 'notify'> & { db: Queries },
  scope: TeeTimeMember,
  told: Told,
): Promise<string> {
  const { golferId, isPlaying, isInLine, holdId } = told.seat
  if (!isPlaying && (isInLine || holdId !== null)) {
    if (holdId !== null) await releaseHold(through, scope, holdId)
    const card = await stopWaiting(through, scope)
    // The golfer may just have been given a spot.
    if (!card.participants.some(({ id }) => id === golferId)) {
      return isHeld(told.seat, told.now) ? sayPassed(told) : sayWaitsNoMore(told)
    }
  }
  const card = await leaveSpot(through, scope)
  if (!isPlaying && !isInLine) return sayNotIn(told)
  const isOnHook = card.cutOff?.onTheHook.some((hook) => hook.golferId === golferId) ?? false
  return sayOut(told, { isOnHook })
}

/** Says why a text was refused. @throws the refusal, if there is no reply for it here */
export function sayRefusal(ctx: Pick<Context, 'config'>, told: Told, refusal: AppError): string {
  // Refusals that depend on the spots include the card.
  const card = refusal.details['teeTime'] as TeeTime | undefined
  switch (refusal.code) {
    case 'FULL': {
      const place = card && placeInLine(card, told.seat.golferId)
      return place === undefined ? sayFull(told) : sayInLine(told, place)
    }
    case 'NOT_FULL':
      return sayThereIs(told)
    case 'ALREADY_IN':
      return sayAlreadyIn(told, card?.availableSpots ?? 0)
    case 'LINE_FULL':
      return sayLineIsLong(told)
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
