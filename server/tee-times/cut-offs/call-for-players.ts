import { nextCallAt } from '../../../contract/cut-offs.ts'
import { hasTeedOff, isFull, type TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { requireSubscription } from '../../groups/index.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import { lockCard, requireCard } from '../cards/store.ts'
import { teedOffError } from '../check-start.ts'
import { raiseCardVersions } from '../spots/store.ts'
import { updateTeeTime } from '../store.ts'
import { listMembersToCall } from './store.ts'

/** Asks members to claim the open spots. @throws AppError, in most cases with the card as `teeTime` */
export function callForPlayers(ctx: Context, scope: TeeTimeMember): Promise<TeeTime> {
  const now = ctx.clock.now()
  return inTransaction(ctx.db, (tx) => callForPlayersWithin(ctx, tx, scope, now))
}

/** Like {@link callForPlayers}, in the caller's transaction, which must be retried after a conflict. */
export async function callForPlayersWithin(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  scope: TeeTimeMember,
  now: Date,
): Promise<TeeTime> {
  const card = await lockCard(tx, scope)
  requireSubscription(scope, now)
  if (hasTeedOff(card, now)) throw teedOffError(card)
  if (card.cutOff === null) {
    const message =
      'Set a cancellation cut-off first: open the tee time in Fourball, tap "Edit," and pick one.'
    throw new AppError('NOT_NOW', message, { teeTime: card })
  }
  if (isFull(card))
    throw new AppError('FULL', 'There are no open spots to fill.', { teeTime: card })
  const wait = nextCallAt(card) - now.getTime()
  if (wait > 0) {
    const message = `You already alerted the group. You can do it again in ${formatDuration(wait)}.`
    throw new AppError('RATE_LIMITED', message, { teeTime: card })
  }
  const { teeTimeId, groupId } = scope
  await updateTeeTime(tx, teeTimeId, { calledAt: now })
  await raiseCardVersions(tx, [teeTimeId])
  await ctx.notify(
    tx,
    'last-call',
    (await listMembersToCall(tx, scope)).map((golferId) => ({
      golferId,
      groupId,
      teeTimeIds: [teeTimeId],
      key: `last-call:${teeTimeId}:${now.toISOString()}:${golferId}`,
    })),
    now,
  )
  return requireCard(tx, teeTimeId)
}

function formatDuration(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  const [count, unit] = minutes >= 60 ? [Math.ceil(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
