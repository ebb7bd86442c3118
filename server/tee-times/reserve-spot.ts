import type { BodyOf } from '../../contract/endpoint.ts'
import type { reserveSpot as endpoint } from '../../contract/spots.ts'
import type { Context } from '../context.ts'
import { isMember, requireSubscription } from '../groups/index.ts'
import { instantOf } from '../platform/clock.ts'
import { AppError, invalidField } from '../platform/errors.ts'
import type { TeeTimeMember } from './access.ts'
import { fullError, teedOffError } from './check-start.ts'
import { changeSpots, type SpotContext } from './spots/change-spots.ts'

/**
 * Reserves an open spot for a member or by name. If the member already has a reservation, changes when it
 * expires.
 * @throws AppError, in most cases with the card as `teeTime`
 */
export async function reserveSpot(
  ctx: SpotContext &
    Pick<Context, 'findLastNotification' | 'addNotificationData' | 'requeueHeldMessages'>,
  access: TeeTimeMember,
  { date, time, forGolferId, name }: BodyOf<typeof endpoint>,
) {
  const now = ctx.clock.now()
  requireSubscription(access, now)
  const golferId = forGolferId ?? null
  const until = instantOf(date, time, access.group.timeZone)
  if (until === undefined || until <= now) throw invalidField('time', 'Pick a time in the future')
  return changeSpots(ctx, access, async (sheet, tx) => {
    if (golferId !== null && !(await isMember(tx, { groupId: access.groupId, golferId }))) {
      const message = 'This golfer is no longer a member of the group. Pick another golfer.'
      throw new AppError('NOT_ELIGIBLE', message)
    }
    if (sheet.hasTeedOff) throw teedOffError()
    if (golferId !== null && sheet.plays(golferId)) {
      throw new AppError('ALREADY_IN', 'This golfer already has a spot. Pick another golfer.')
    }
    if (golferId !== null && sheet.waits(golferId)) {
      const message = 'This golfer is already on the waiting list. Pick another golfer.'
      throw new AppError('ALREADY_IN', message)
    }
    if (
      sheet.openSpots.length === 0 &&
      (golferId === null || sheet.keptFor(golferId) === undefined)
    ) {
      throw fullError(undefined, "This tee time is full, so there's no spot to reserve.")
    }
    if (until > sheet.teeTime.startsAt) throw invalidField('time', 'Pick a time before tee-off')
    sheet.reserve(golferId, name ?? null, until)
    if (golferId === null) return
    const about = { event: 'reserved', golferId, teeTimeId: access.teeTimeId } as const
    const lastMessage = await ctx.findLastNotification(tx, about)
    // If the last message still waits for quiet hours to end, put the new expiry in it, and choose again when
    // to send it.
    if (lastMessage?.isWaiting) {
      await ctx.addNotificationData(tx, about, { until: until.toISOString(), answered: false })
      return ctx.requeueHeldMessages(tx, [access.teeTimeId])
    }
    const statedExpiry = lastMessage && new Date(String(lastMessage.data['until']))
    // Send no new message if the expiry in the last message has not passed and is not after `until`: a golfer
    // who relies on that message claims in time. But a golfer who has claimed or declined the spot since then
    // does not expect another reservation, so send one.
    const isStillSafe =
      statedExpiry !== undefined &&
      statedExpiry > now &&
      statedExpiry <= until &&
      lastMessage?.data['answered'] !== true
    if (!isStillSafe) sheet.alertReserved(golferId, until)
  })
}

/** Does nothing unless the golfer is the creator or has the reservation. @throws AppError NOT_FOUND */
export function releaseReservation(
  ctx: SpotContext & Pick<Context, 'addNotificationData'>,
  access: TeeTimeMember,
  reservationId: number,
) {
  const { teeTimeId, golferId } = access
  return changeSpots(ctx, access, async (sheet, tx) => {
    if (sheet.release(reservationId, golferId) !== golferId) return
    const about = { event: 'reserved', golferId, teeTimeId } as const
    await ctx.addNotificationData(tx, about, { answered: true })
  })
}
