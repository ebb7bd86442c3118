import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Context } from '../../context.ts'
import { PushRefused } from '../../providers/push/push.ts'
import { pushToGolfer } from '../push/push-to-golfer.ts'
import type { Composed } from './compose-message.ts'
import { notificationOf } from './compose-notification.ts'
import { type DeliveryTry, giveUp, type Outcome } from './give-up.ts'
import { updateDelivery } from './store.ts'

/** How long push services keep a notification for a phone that is off; after that it would be outdated. */
const LONGEST_S = 12 * 3_600
const SHORTEST_S = 60

/** Events that are no use an hour later. */
const URGENT: ReadonlySet<AlertEvent> = new Set([
  'offer',
  'reserved',
  'spots',
  'opened',
  'changed',
  'cancelled',
  'delayed',
  'running-late',
  'cut-off',
  'joined',
  'last-call',
  'reminder-soon',
])

/**
 * How often to try if push services refuse us. The next try uses a new token, but a wrong clock or key
 * stays wrong for longer than the message is useful.
 */
const REFUSED_TRIES = 2

/**
 * Sends a message as a notification to all of a golfer's phones, or by email if no phone accepts it or
 * every push service refuses us. A duplicate replaces the first one.
 * @throws Error if it could not be handed over: the job has to be retried
 */
export async function sendPush(
  ctx: Context,
  turn: DeliveryTry,
  words: Pick<Composed, 'text' | 'ownRoundAt'> | undefined,
): Promise<Outcome> {
  const { id, event, golferId, data } = turn.found.delivery
  const notice = words && notificationOf(event, words.text, `d${id}`)
  if (notice === undefined || golferId === null) return giveUp(ctx, turn, 'no-phone')
  const triedAt = ctx.clock.now()
  const change = { status: 'sending', channel: 'push', recipient: '', triedAt } as const
  if (!(await updateDelivery(ctx.db, turn.at, change))) return 'again'
  const sending: DeliveryTry = { ...turn, at: { ...turn.at, status: 'sending' } }
  try {
    const taken = await pushToGolfer(ctx, golferId, {
      payload: JSON.stringify(notice),
      seconds: secondsFor(triedAt, endOf(data['until']) ?? words?.ownRoundAt),
      urgency: URGENT.has(event) ? 'high' : 'normal',
      topic: notice.tag,
    })
    if (taken === 0) return giveUp(ctx, sending, 'no-phone')
  } catch (error) {
    if (error instanceof PushRefused && turn.at.tries >= REFUSED_TRIES) {
      ctx.log.error(
        { err: error, deliveryId: id, golferId },
        'The push service refused a notification',
      )
      return giveUp(ctx, sending, 'push-refused')
    }
    await updateDelivery(ctx.db, sending.at, { status: 'queued' })
    throw error
  }
  await updateDelivery(ctx.db, sending.at, { status: 'sent', sentAt: ctx.clock.now(), body: null })
  return 'done'
}

function endOf(until: unknown): Date | undefined {
  return typeof until === 'string' ? new Date(until) : undefined
}

function secondsFor(now: Date, end: Date | undefined): number {
  if (end === undefined) return LONGEST_S
  const left = Math.floor((end.getTime() - now.getTime()) / 1000)
  return Math.min(LONGEST_S, Math.max(SHORTEST_S, left))
}
