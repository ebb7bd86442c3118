import { MAX_WAITING } from '../../contract/spots.ts'
import { isMember, requireSubscription } from '../groups/index.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { TeeTimeMember } from './access.ts'
import { teedOffError } from './check-start.ts'
import { changeSpots, type SpotContext } from './spots/change-spots.ts'

interface WaitingOptions {
  autoAccept?: boolean | undefined
  onlyIfWaiting?: boolean | undefined
}

/**
 * Adds a golfer to the waiting list of a full tee time, unless they are already on it.
 * @param autoAccept whether the app claims a spot for the golfer without asking: the next free one, or one
 * that is already offered to them; undefined keeps their earlier choice
 * @param onlyIfWaiting whether to change only `autoAccept`, and never add the golfer
 * @throws AppError, in most cases with the card as `teeTime`
 */
export async function joinWaitingList(
  ctx: SpotContext,
  access: TeeTimeMember,
  { autoAccept, onlyIfWaiting = false }: WaitingOptions = {},
) {
  requireSubscription(access, ctx.clock.now())
  const { golferId } = access
  return changeSpots(ctx, access, async (sheet, tx) => {
    if (!(await isMember(tx, access))) throw notFound('tee time')
    if (sheet.hasTeedOff) throw teedOffError()
    if (!sheet.waits(golferId)) {
      if (sheet.plays(golferId)) {
        throw new AppError('ALREADY_IN', 'You already have a spot in this tee time.')
      }
      if (onlyIfWaiting) return
      if (sheet.openSpots.length > 0 || sheet.keptFor(golferId) !== undefined) {
        throw new AppError('NOT_FULL', "There's an open spot. Claim it now.")
      }
      if (sheet.waiting.length >= MAX_WAITING) {
        throw new AppError('LINE_FULL', 'The waiting list is full. Try another tee time.')
      }
    }
    sheet.addToWaitingList(golferId, autoAccept)
    if (autoAccept && sheet.keptFor(golferId)?.until) sheet.claim(golferId)
  })
}

/** Also declines an offered spot. @throws AppError NOT_FOUND */
export function leaveWaitingList(ctx: SpotContext, access: TeeTimeMember) {
  return changeSpots(ctx, access, (sheet) => sheet.stopWaiting(access.golferId))
}
