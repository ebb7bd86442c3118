import { ALERT_EVENTS, type AlertEvent, type AlertKind } from '../../../contract/alerts.ts'
import type { PushNotice } from '../../../contract/push.ts'
import type { Context } from '../../context.ts'
import { type PushMessage, PushRefused } from '../../providers/push/web-push.ts'
import { deletePushTarget, listPushTargets } from '../preferences/store.ts'
import { giveUp } from './defer-or-give-up.ts'
import { type Delivery, updateDelivery } from './store.ts'

/** How long push services may keep a notification for a phone that is off. Later, it would be outdated. */
const MAX_TTL_S = 12 * 3_600
const MIN_TTL_S = 60

/** Events with the urgency 'high' (RFC 8030), because messages about them may be useless an hour later. */
const URGENT_EVENTS: ReadonlySet<AlertEvent> = new Set([
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

/** How many times to try if push services refuse us. The retry signs a new VAPID token, which may help. */
const MAX_REFUSED_TRIES = 2

interface PushWording {
  /** The message as worded for a text. */
  readonly text: string
  /** The URL of the page that a tap opens. */
  readonly address: string | undefined
}

/** Emails the golfer if none of the golfer's phones can be notified. @throws Error to retry the job */
export async function sendPush(
  ctx: Context,
  delivery: Delivery,
  wording: PushWording,
  expiresAt?: Date,
) {
  const { id, event, golferId } = delivery
  const notice = notificationOf(event, wording, `d${id}`)
  if (notice === undefined || golferId === null) return giveUp(ctx.db, delivery, 'no-phone')
  const triedAt = ctx.clock.now()
  const change = { status: 'sending', channel: 'push', recipient: '', triedAt } as const
  const sending = await updateDelivery(ctx.db, delivery, change)
  if (sending === undefined) return 'again'
  try {
    const acceptedCount = await pushToGolfer(ctx, golferId, {
      payload: JSON.stringify(notice),
      ttlSeconds: ttlUntil(expiresAt, triedAt),
      urgency: URGENT_EVENTS.has(event) ? 'high' : 'normal',
      topic: notice.tag,
    })
    if (acceptedCount === 0) return giveUp(ctx.db, sending, 'no-phone')
  } catch (error) {
    if (error instanceof PushRefused && delivery.tries >= MAX_REFUSED_TRIES) {
      const logged = { err: error, deliveryId: id, golferId }
      ctx.log.error(logged, 'The push service refused a notification')
      return giveUp(ctx.db, sending, 'push-refused')
    }
    await updateDelivery(ctx.db, sending, { status: 'queued' })
    throw error
  }
  await updateDelivery(ctx.db, sending, { status: 'sent', sentAt: ctx.clock.now(), body: null })
  return 'done'
}

function ttlUntil(expiresAt: Date | undefined, now: Date): number {
  if (expiresAt === undefined) return MAX_TTL_S
  const leftSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  return Math.min(MAX_TTL_S, Math.max(MIN_TTL_S, leftSeconds))
}

const TITLES: Readonly<Record<AlertKind, string>> = {
  posted: 'New Tee Time',
  mine: 'Your Tee Time',
  opened: 'Open Spots',
  waiting: 'Your Spot',
  changed: 'Tee-Time Update',
  reminder: 'Tee-Time Reminder',
  group: 'Your Group',
  trial: 'Your Group',
}

/** The longest body of a notification. No phone shows more characters. */
const MAX_BODY_CHARACTERS = 240

/**
 * Returns undefined for events that are always emailed. Phones show only the latest notification with the
 * same `tag`.
 */
export function notificationOf(
  event: AlertEvent,
  { text, address }: PushWording,
  tag: string,
): PushNotice | undefined {
  const kind = ALERT_EVENTS[event].kind
  if (kind === undefined) return undefined
  const words = text
    .replace(/^Fourball: /, '')
    .replace(/\s*https?:\/\/\S+/g, '')
    .replace(/\s*(\bNot playing\? )?\bReply [^.]*(\.|$)/g, '')
    .trim()
    // 'See' or a colon introduced the link. Remove 'See', or replace the colon with a period.
    .replace(/ See$/, '')
    .replace(/:$/, '.')
  const url = URL.parse(address ?? '')
  return {
    title: TITLES[kind],
    body:
      words.length > MAX_BODY_CHARACTERS
        ? `${words.slice(0, MAX_BODY_CHARACTERS - 1).trimEnd()}…`
        : words,
    path: url === null ? '/' : `${url.pathname}${url.search}`,
    tag,
    ...((event === 'offer' || event === 'reserved') && { action: 'Take It' }),
  }
}

/**
 * Sends a message to each of a golfer's phones, and deletes subscriptions that no longer exist. Returns how
 * many of the messages were accepted.
 * @throws if none was accepted and a call failed. Throws PushRefused only if all failures are refusals.
 */
async function pushToGolfer(ctx: Context, golferId: number, message: PushMessage): Promise<number> {
  const ourKey = await ctx.push.publicKey()
  const targets = await listPushTargets(ctx.db, golferId, ourKey, ctx.clock.now())
  const outcomes = await Promise.allSettled(
    targets.map(async (target) => {
      const outcome = await ctx.push.send(target, message)
      if (outcome === 'gone') await deletePushTarget(ctx.db, target.endpoint)
      return outcome
    }),
  )
  const acceptedCount = outcomes.filter(
    (one) => one.status === 'fulfilled' && one.value === 'taken',
  ).length
  const failures = outcomes.filter((one) => one.status === 'rejected')
  const failure = failures.find(({ reason }) => !(reason instanceof PushRefused)) ?? failures[0]
  if (failure !== undefined) {
    if (acceptedCount === 0) throw failure.reason
    ctx.log.info({ err: failure.reason, golferId }, "Could not notify one of a golfer's phones")
  }
  return acceptedCount
}
