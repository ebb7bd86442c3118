import type { BodyOf } from '../../contract/endpoint.ts'
import type { reserveSpot as endpoint } from '../../contract/spots.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { isMember, requireSubscription } from '../groups/index.ts'
import { instantOf } from '../platform/clock.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError, invalidField } from '../platform/errors.ts'
import type { TeeTimeMember } from './access.ts'
import { fullError, teedOffError } from './check-start.ts'
import { changeSpots, type SpotContext } from './spots/change-spots.ts'

/**
 * Reserves an open spot for a member or by name. If the member already has a reservation, moves its end.
 * Notifies the member, and notifies them again if a change shortens the reservation.
 * @throws AppError, in most cases with the card as `teeTime`
 */
export async function reserveSpot(
  ctx: SpotContext & Pick<Context, 'findLastNotification'>,
  scope: TeeTimeMember,
  { date, time, forGolferId, name }: BodyOf<typeof endpoint>,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(scope, now)
  const golferId = forGolferId ?? null
  const until = instantOf(date, time, scope.group.timeZone)
  if (until === undefined || until <= now) throw invalidField('time', 'Pick a time in the future')
  return changeSpots(ctx, scope, now, async ({ sheet }, tx) => {
    const { startsAt } = sheet.teeTime
    if (golferId !== null && !(await isMember(tx, { groupId: scope.groupId, golferId }))) {
      const message = 'This golfer is no longer a member of the group. Pick another golfer.'
      throw new AppError('NOT_ELIGIBLE', message)
    }
    if (startsAt <= now) throw teedOffError()
    if (golferId !== null && sheet.plays(golferId)) {
      throw new AppError('ALREADY_IN', 'This golfer already has a spot. Pick another golfer.')
    }
    if (golferId !== null && sheet.waits(golferId)) {
      const message = 'This golfer is already on the waiting list. Pick another golfer.'
      throw new AppError('ALREADY_IN', message)
    }
    if (sheet.open.length === 0 && (golferId === null || sheet.keptFor(golferId) === undefined)) {
      throw fullError(undefined, "This tee time is full, so there's no spot to reserve.")
    }
    if (until > startsAt) throw invalidField('time', 'Pick a time before tee-off')
    sheet.reserve({ golferId, name: golferId === null ? (name ?? null) : null, until }, now)
    if (golferId !== null && !(await isNotified(ctx, tx, scope, { golferId, until }, now))) {
      sheet.alertReserved(golferId, until)
    }
  })
}

/** Returns whether the end that the last message stated has not passed and is not later than `until`. */
async function isNotified(
  ctx: Pick<Context, 'findLastNotification'>,
  tx: Queries,
  { teeTimeId }: TeeTimeMember,
  { golferId, until }: { golferId: number; until: Date },
  now: Date,
): Promise<boolean> {
  const last = await ctx.findLastNotification(tx, { event: 'reserved', golferId, teeTimeId })
  // A message that is held back until morning will state the end that the reservation has then.
  if (last === undefined || last.isWaiting) return last !== undefined
  const notifiedUntil = new Date(String(last.data['until']))
  return notifiedUntil > now && notifiedUntil <= until
}

/** Only the creator and the golfer with the reservation can release it. @throws AppError NOT_FOUND */
export function releaseReservation(ctx: SpotContext, scope: TeeTimeMember, reservationId: number) {
  return changeSpots(ctx, scope, ctx.clock.now(), ({ sheet }) =>
    sheet.release(reservationId, scope.golferId),
  )
}
