import { nextCallAt } from '../../../contract/cut-offs.ts'
import { hasTeedOff, isFull, type TeeTime } from '../../../contract/tee-times.ts'
import { requireSubscription } from '../../groups/index.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import { lockCard, requireCard } from '../cards/store.ts'
import { fullError, teedOffError } from '../check-start.ts'
import type { SpotContext } from '../spots/change-spots.ts'
import { updateTeeTime } from '../spots/store.ts'
import { listMembersToCall } from './store.ts'

/** Asks members to claim the open spots. @throws AppError, in most cases with the card as `teeTime` */
export function callForPlayers(ctx: SpotContext, access: TeeTimeMember): Promise<TeeTime> {
  const now = ctx.clock.now()
  const { teeTimeId, groupId } = access
  return inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, access)
    requireSubscription(access, now)
    if (hasTeedOff(card, now)) throw teedOffError(card)
    if (card.cutOff === null) {
      const message =
        'Set a cancellation cut-off first: open the tee time in Fourball, tap "Edit," and pick one.'
      throw new AppError('NOT_NOW', message, { teeTime: card })
    }
    if (isFull(card)) throw fullError(card, 'There are no open spots to fill.')
    const waitMs = nextCallAt(card) - now.getTime()
    if (waitMs > 0) {
      const message = `You already alerted the group. You can do it again in ${formatDuration(waitMs)}.`
      throw new AppError('RATE_LIMITED', message, { teeTime: card })
    }
    await updateTeeTime(tx, teeTimeId, { calledAt: now })
    const recipients = (await listMembersToCall(tx, access)).map((golferId) => {
      const key = `last-call:${teeTimeId}:${now.toISOString()}:${golferId}`
      return { golferId, groupId, teeTimeIds: [teeTimeId], key }
    })
    await ctx.notify(tx, 'last-call', recipients, now)
    return requireCard(tx, teeTimeId)
  })
}

function formatDuration(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  const [count, unit] = minutes >= 60 ? [Math.ceil(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
