import { callableAt } from '../../../contract/cut-offs.ts'
import { hasTeedOff, isFull, type TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { requireSubscription } from '../../groups/index.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import { readCard } from '../cards/read-cards.ts'
import { lockCard } from '../lock-card.ts'
import { listCalled, markCalledForPlayers } from './store.ts'

const MINUTE_MS = 60_000

/**
 * Asks the members who do not play to take the open spots of the golfer's own tee time, which must have a
 * cut-off. Returns the updated card.
 * @throws AppError SUBSCRIPTION_REQUIRED; with the card as `teeTime`: TEE_TIME_PAST from tee-off on,
 * NOT_NOW without a cut-off, FULL without an open spot, RATE_LIMITED when they were asked recently;
 * NOT_FOUND when it was canceled
 */
export function callForPlayers(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
  scope: TeeTimeMember,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  return retryConflicts(() => ctx.db.transaction((tx) => callWithin(ctx, tx, scope, now)))
}

/** Like {@link callForPlayers}, in a transaction that the caller retries as a whole after a conflict. */
export async function callWithin(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  scope: TeeTimeMember,
  now: Date,
): Promise<TeeTime> {
  const card = await lockCard(tx, scope)
  if (card === undefined) throw notFound('tee time')
  requireSubscription(scope, now)
  const again = callableAt(card)
  if (hasTeedOff(card, now)) {
    throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
  }
  if (card.cutOff === null) {
    throw new AppError('NOT_NOW', "Edit this tee time and say the course's cut-off first.", {
      teeTime: card,
    })
  }
  if (isFull(card)) {
    throw new AppError('FULL', 'No spot is open: there is nothing to ask for.', { teeTime: card })
  }
  if (again > now.getTime()) {
    throw new AppError(
      'RATE_LIMITED',
      `The group was asked a while ago. You can ask again in ${formatDuration(again - now.getTime())}.`,
      { teeTime: card },
    )
  }
  await markCalledForPlayers(tx, scope, now)
  const { teeTimeId, groupId } = scope
  await ctx.notify(
    tx,
    'last-call',
    (await listCalled(tx, scope)).map((golferId) => ({
      golferId,
      groupId,
      teeTimeIds: [teeTimeId],
      key: `last-call:${teeTimeId}:${now.toISOString()}:${golferId}`,
    })),
    now,
  )
  const asked = await readCard(tx, teeTimeId)
  if (asked === undefined) throw notFound('tee time')
  return asked
}

/** Formats a duration as '5 hours' or '1 minute', rounded up. */
function formatDuration(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  const [count, unit] = minutes >= 60 ? [Math.ceil(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
