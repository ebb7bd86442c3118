import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { KIND_OF } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/limits.ts'
import { DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import { type ChannelFacts, chooseChannel } from './choose-channel.ts'
import { type DeliveryTry, deferMessage, giveUp, type Outcome } from './defer-or-give-up.ts'
import { type SentMail, sendMail } from './send-mail.ts'
import { sendPush } from './send-push.ts'
import { findText, sendText } from './send-text.ts'
import { type FoundDelivery, findDelivery, startTry, updateDelivery } from './store.ts'

/** A delivery as passed to the functions that compose messages. */
export interface DeliveryToCompose
  extends Pick<
    FoundDelivery['delivery'],
    'event' | 'groupId' | 'teeTimeIds' | 'data' | 'createdAt'
  > {
  readonly golferId: number
  /** The golfer's time zone (IANA name), used for quiet hours and words such as 'tomorrow'. */
  readonly timeZone: string
  /** The link that turns this kind of email off; undefined if it cannot be turned off. */
  readonly unsubscribe: string | undefined
}

/** A message composed as a text and as an email; which one is sent is decided elsewhere. */
export interface Composed {
  /** One sentence with the tee time's number and a short link, in one segment if possible. */
  readonly text: string
  readonly mail: {
    readonly subject: string
    readonly body: string
    readonly html: string
    /** An iCalendar file for the golfer's calendar. */
    readonly calendar?: string
  }
  /** Tee-off of the golfer's own round that it is about. Within 12 hours of it, quiet hours do not apply. */
  readonly ownRoundAt?: Date
}

/** A composed message without the time of a round. */
export type Words = Pick<Composed, 'text' | 'mail'>

/** Composes a delivery as of now; returns undefined if nothing in it still applies. */
export type Compose = (ctx: Context, delivery: DeliveryToCompose) => Promise<Composed | undefined>

const job = z.object({ deliveryId: id })

/** Tries of a text or a notification before it becomes an email: about four minutes of queue backoff. */
const TEXT_TRIES = 5
/** Tries before an email counts as failed: about sixteen hours, and fewer than the queue allows. */
const TRIES = 12

/**
 * The longest a call to the provider takes. After that, the process of a text in 'sending' has died, and the
 * provider lists the text if it was accepted.
 */
const SENDING_MS = 4_000

/** How long a reply may still be sent: it describes the state when it was requested. */
const REPLY_MAX_AGE_MS = 3_600_000

/** How many times one run tries a message that keeps changing after it was read. */
const MAX_READS = 5

/**
 * Sends a message that was not sent, dropped or held: chooses the channel, composes it and hands it over.
 * @throws Error if that failed and the job has to be retried. After the last try, a text is sent by email.
 */
export async function deliver(ctx: Context, payload: unknown, compose: Compose): Promise<void> {
  const { deliveryId } = job.parse(payload)
  let tries: number | undefined
  for (let read = 0; read < MAX_READS; read += 1) {
    const found = await findUnattended(ctx, deliveryId)
    if (found === undefined) return
    // A later try has begun, so another process has taken over.
    if (tries !== undefined && found.delivery.tries !== tries) return
    tries = await tryOnce(ctx, found, compose)
    if (tries === undefined) return
  }
  throw new Error(`Message ${deliveryId} keeps changing while it is being sent`)
}

/** Finds a message, after waiting until no other process can still record a result for it. */
async function findUnattended(ctx: Context, id: number): Promise<FoundDelivery | undefined> {
  const found = await findDelivery(ctx.db, id)
  const { status, channel, triedAt } = found?.delivery ?? {}
  if (status !== 'sending' || channel !== 'text' || !triedAt) return found
  const left = triedAt.getTime() + SENDING_MS - ctx.clock.now().getTime()
  if (left <= 0) return found
  await sleep(left)
  return findDelivery(ctx.db, id)
}

/** Tries once. Returns the number of the try if the message has to be read again, otherwise undefined. */
async function tryOnce(ctx: Context, found: FoundDelivery, compose: Compose) {
  const { id, status, channel, triedAt, createdAt, tries, body } = found.delivery
  if (status !== 'queued' && status !== 'sending') return undefined
  const at = await startTry(ctx.db, { id, status, tries })
  if (at === undefined) return undefined
  const deliveryTry = { found, at }
  const isLast = at.tries > (channel === 'email' ? TRIES : TEXT_TRIES)
  if (channel === 'text' && body !== null) {
    const isSent = await findText(ctx, deliveryTry, { body, since: triedAt ?? createdAt, isLast })
    if (isSent) return undefined
  }
  if (isLast) ctx.log.error({ deliveryId: id, channel }, 'Could not send a message')
  const outcome = isLast ? giveUp(ctx, deliveryTry, 'unavailable') : send(ctx, deliveryTry, compose)
  return (await outcome) === 'again' ? at.tries : undefined
}

async function send(ctx: Context, deliveryTry: DeliveryTry, compose: Compose): Promise<Outcome> {
  const { found } = deliveryTry
  const words = await wordsOf(ctx, found, compose)
  if (words === undefined) return drop(ctx, deliveryTry, 'moot')
  const route = chooseChannel(channelFactsOf(ctx, found, words.ownRoundAt))
  switch (route.by) {
    case 'text':
      return sendText(ctx, deliveryTry, { to: route.number, body: words.text })
    case 'text-later':
      return deferMessage(ctx, deliveryTry, route)
    case 'push':
      return sendPush(ctx, deliveryTry, words)
    case 'push-later':
      return deferMessage(ctx, deliveryTry, { number: '', at: route.at })
    case 'email':
      return sendMail(ctx, deliveryTry, words.mail, route.ask)
    case 'none':
      return drop(ctx, deliveryTry, route.why)
  }
}

async function drop({ db }: Context, { at }: DeliveryTry, errorCode: string): Promise<Outcome> {
  await updateDelivery(db, at, { status: 'dropped', errorCode, body: null })
  return 'done'
}

interface Written extends Pick<Composed, 'text' | 'ownRoundAt'> {
  readonly mail?: SentMail
}

async function wordsOf(
  ctx: Context,
  found: FoundDelivery,
  compose: Compose,
): Promise<Written | undefined> {
  const { event, golferId, data, createdAt } = found.delivery
  if (event === 'reply' && ctx.clock.now().getTime() - createdAt.getTime() > REPLY_MAX_AGE_MS) {
    return undefined
  }
  if (event === 'reply' || event === 'opt-in') {
    // The text is removed once the reply has been sent. By the time of a second attempt, it would be outdated.
    return typeof data['text'] === 'string' ? { text: data['text'] } : undefined
  }
  const { golfer } = found
  if (golfer === null || golferId === null) return undefined
  const kind = KIND_OF[event]
  const route = `/${golfer.mailToken}/${kind}`
  const composed = await compose(ctx, {
    ...found.delivery,
    golferId,
    timeZone: timeZoneOf(found),
    unsubscribe: kind === undefined ? undefined : linkTo(ctx.config, `/unsubscribe${route}`),
  })
  return (
    composed && {
      ...composed,
      mail: {
        ...composed.mail,
        to: golfer.email,
        golferId,
        ...(kind !== undefined && { unsubscribe: linkTo(ctx.config, `/api/unsubscribe${route}`) }),
      },
    }
  )
}

function timeZoneOf({ chosen, groupTimeZone }: FoundDelivery): string {
  return chosen?.timeZone ?? groupTimeZone ?? DEFAULT_TIME_ZONE
}

function channelFactsOf(
  ctx: Context,
  found: FoundDelivery,
  ownRoundAt: Date | undefined,
): ChannelFacts {
  const { delivery, chosen } = found
  const kind = KIND_OF[delivery.event]
  return {
    ...found,
    ...delivery,
    golfer: found.golfer ?? undefined,
    now: ctx.clock.now(),
    hasTexts: ctx.texts !== undefined,
    evenStopped: delivery.data['evenStopped'] === true,
    chosen: kind && chosen?.channels[kind],
    quietHours: chosen ? { from: chosen.quietFrom, to: chosen.quietTo } : DEFAULT_QUIET_HOURS,
    timeZone: timeZoneOf(found),
    ownRoundAt,
  }
}
