import { requireSubscription } from '../groups/index.ts'
import { AppError } from '../platform/errors.ts'
import type { TeeTimeMember } from './access.ts'
import { fullError, teedOffError } from './check-start.ts'
import { changeSpots, type SpotContext } from './spots/change-spots.ts'

/** Gives a player's guest an open spot, or the one reserved under the guest's name. @throws AppError */
export async function bringGuest(ctx: SpotContext, access: TeeTimeMember, name: string) {
  requireSubscription(access, ctx.clock.now())
  const { golferId } = access
  const limit = access.group.guestsPerPlayer
  return changeSpots(ctx, access, (sheet) => {
    if (sheet.hasTeedOff) throw teedOffError()
    if (!sheet.plays(golferId)) {
      throw new AppError('NOT_PLAYING', 'Claim a spot for yourself first. Then bring a guest.')
    }
    if (sheet.openSpots.length === 0 && sheet.reservedUnder(name) === undefined) {
      throw fullError(undefined, "This tee time is full, so there's no spot for a guest.")
    }
    if (sheet.guestsOf(golferId).length >= limit) {
      const message =
        limit === 0
          ? "This group doesn't allow guests. Ask the group's owner to allow them."
          : `You've reached this group's limit of ${limit === 1 ? '1 guest' : `${limit} guests`} per player.`
      throw new AppError('NO_MORE_GUESTS', message)
    }
    sheet.bringGuest(golferId, name)
  })
}

/** Does nothing unless the golfer is the guest's host or the tee time's creator. */
export async function removeGuest(ctx: SpotContext, access: TeeTimeMember, guestId: number) {
  return changeSpots(ctx, access, (sheet) => sheet.removeGuest(guestId, access.golferId))
}
