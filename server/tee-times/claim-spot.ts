import { hasTeedOff, isFull, isPlaying, type TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { isMember, requireSubscription } from '../groups/index.ts'
import { notFound } from '../platform/errors.ts'
import type { TeeTimeMember } from './access.ts'
import { claimOpenSpot } from './cards/store.ts'
import { fullError, overlapWarning, ROUND_MINUTES, teedOffError } from './check-start.ts'
import { changeSpots, type SpotContext } from './spots/change-spots.ts'
import { findOverlap } from './store.ts'

const NO_CLAIM = "you can't claim a spot"

/**
 * Claims a spot, unless the golfer already plays. Claiming an open spot normally takes one round trip to the
 * database. If a reservation, an offer or an owed spot is involved, the claim runs in a transaction.
 * @throws AppError, in most cases with the card as `teeTime`
 */
export async function claimSpot(
  ctx: SpotContext & Pick<Context, 'addNotificationData'>,
  access: TeeTimeMember,
  { warnOfOverlap = false }: { warnOfOverlap?: boolean | undefined } = {},
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(access, now)
  const roundMinutes = warnOfOverlap ? ROUND_MINUTES : null
  const { teeTimeId, groupId, golferId } = access
  const card = await claimOpenSpot(ctx.db, { teeTimeId, groupId, golferId, roundMinutes, now })
  if (card === undefined) throw notFound('tee time')
  if (isPlaying(card, golferId)) return card
  if (hasTeedOff(card, now)) throw teedOffError(card, NO_CLAIM)
  if (isFull(card) && !mayHaveSpotFor(card, access.golferId, now)) throw fullError(card)
  if (warnOfOverlap) {
    const startsAt = new Date(card.startsAt)
    const overlap = await findOverlap(ctx.db, access.golferId, startsAt, access.teeTimeId)
    if (overlap !== undefined) throw overlapWarning(overlap, card)
  }
  return changeSpots(ctx, access, async (sheet, tx) => {
    if (sheet.plays(golferId)) return
    if (sheet.hasTeedOff) throw teedOffError(undefined, NO_CLAIM)
    if (!(await isMember(tx, access))) throw notFound('tee time')
    const wasKept = sheet.keptFor(golferId) !== undefined
    if (!sheet.claim(golferId)) throw fullError()
    const about = { event: 'reserved', golferId, teeTimeId } as const
    if (wasKept) await ctx.addNotificationData(tx, about, { answered: true })
  })
}

/** Frees the spots of the golfer and their guests, if the golfer plays. @throws AppError NOT_FOUND */
export function leaveSpot(ctx: SpotContext, access: TeeTimeMember): Promise<TeeTime> {
  return changeSpots(ctx, access, (sheet) => sheet.leave(access.golferId))
}

/**
 * Returns whether a full tee time may have a spot for the golfer: one that is kept for them, or one whose
 * reservation or offer has expired.
 */
function mayHaveSpotFor(card: TeeTime, golferId: number, now: Date): boolean {
  const hasEnded = (until: string | null) => until !== null && new Date(until) <= now
  return (
    card.reservations.some((one) => one.golferId === golferId || hasEnded(one.until)) ||
    card.waiting.some(({ id, offeredUntil }) => id === golferId || hasEnded(offeredUntil))
  )
}
