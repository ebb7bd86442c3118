import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ALERT_EVENTS, type AlertEvent } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { linkTo } from '../../platform/config.ts'
import { chooseChannel, timeZoneOf } from './choose-channel.ts'
import { deferMessage, giveUp } from './defer-or-give-up.ts'
import { type MailToSend, sendMail } from './send-mail.ts'
import { sendPush } from './send-push.ts'
import { recordIfSent, sendText } from './send-text.ts'
import { type Delivery, type FoundDelivery, findDelivery, updateDelivery } from './store.ts'

export interface DeliveryToCompose
  extends Pick<Delivery, 'event' | 'groupId' | 'teeTimeIds' | 'data' | 'createdAt'> {
  readonly golferId: number
  readonly timeZone: string
  /** The URL that switches off emails of this kind; undefined if they cannot be switched off. */
  readonly unsubscribe: string | undefined
}

export interface Composed {
  readonly text: string | undefined
  /** Where the email's button and the notification lead. */
  readonly address: string
  readonly mail: Pick<MailToSend, 'subject' | 'body' | 'html' | 'calendar'>
  /** Tee-off, if the message is about the recipient's own round. Quiet hours don't delay it near tee-off. */
  readonly ownRoundAt?: Date
  /** When the message becomes pointless. It is emailed if quiet hours would delay it until then. */
  readonly usefulUntil?: Date
  /** When push services stop trying to deliver the message. If omitted, they use their usual limit. */
  readonly expiresAt?: Date
}

/** An event without a kind is always emailed, so it has no text. */
export interface ComposedFor<Event extends AlertEvent> extends Composed {
  readonly text: (typeof ALERT_EVENTS)[Event]['kind'] extends undefined ? undefined : string
}

/** Composes a delivery from the current data. Returns undefined if nothing in it still applies. */
export type Compose = (ctx: Context, delivery: DeliveryToCompose) => Promise<Composed | undefined>

/** How many times to try a text or a notification. The tries take about four minutes. */
const MAX_TEXT_OR_PUSH_TRIES = 5
/**
 * How many times to try an email. The tries take about sixteen hours in all. The job queue's limit of tries
 * must be higher.
 */
const MAX_EMAIL_TRIES = 12

/** A try to send a text takes at most this long. After that, an accepted text is in the provider's list. */
const MAX_SENDING_MS = 4_000

/** An older reply is dropped, because it describes an earlier state. */
const REPLY_MAX_AGE_MS = HOUR_MS

/** How many times one run of the job tries a message. It tries again if the message has changed meanwhile. */
const MAX_TRIES_PER_RUN = 5

/** Does nothing unless the message is queued or being sent. @throws Error if the job must be retried */
export async function deliver(ctx: Context, payload: unknown, compose: Compose): Promise<void> {
  const { deliveryId } = z.object({ deliveryId: id }).parse(payload)
  let tries: number | undefined
  for (let count = 0; count < MAX_TRIES_PER_RUN; count += 1) {
    const found = await findWhenIdle(ctx, deliveryId)
    if (found === undefined) return
    // If `tries` has changed, another process has started a try, and so has taken over the message.
    if (tries !== undefined && found.delivery.tries !== tries) return
    tries = await tryOnce(ctx, found, compose)
    if (tries === undefined) return
  }
  throw new Error(`Message ${deliveryId} keeps changing while it is being sent`)
}

/** Finds a message. If another process may still be sending it as a text, first waits until that try ends. */
async function findWhenIdle(ctx: Context, id: number): Promise<FoundDelivery | undefined> {
  const found = await findDelivery(ctx.db, id)
  const { status, channel, triedAt } = found?.delivery ?? {}
  if (status !== 'sending' || channel !== 'text' || !triedAt) return found
  const leftMs = triedAt.getTime() + MAX_SENDING_MS - ctx.clock.now().getTime()
  if (leftMs <= 0) return found
  await sleep(leftMs)
  return findDelivery(ctx.db, id)
}

/** Tries once. Returns the number of the try if the message must be read again, otherwise undefined. */
async function tryOnce(ctx: Context, found: FoundDelivery, compose: Compose) {
  const { id, status, channel, tries } = found.delivery
  if (status !== 'queued' && status !== 'sending') return undefined
  const delivery = await updateDelivery(ctx.db, found.delivery, { tries: tries + 1 })
  if (delivery === undefined) return undefined
  const isOutOfTries =
    delivery.tries > (channel === 'email' ? MAX_EMAIL_TRIES : MAX_TEXT_OR_PUSH_TRIES)
  if (await recordIfSent(ctx, delivery, isOutOfTries)) return undefined
  if (isOutOfTries) ctx.log.error({ deliveryId: id, channel }, 'Could not send a message')
  const outcome = await (isOutOfTries
    ? giveUp(ctx.db, delivery, 'unavailable')
    : send(ctx, { ...found, delivery }, compose))
  return outcome === 'again' ? delivery.tries : undefined
}

/** 'again' if the message has changed since it was read, so that it must be read and tried again. */
type Outcome = 'done' | 'again'

async function send(ctx: Context, found: FoundDelivery, compose: Compose): Promise<Outcome> {
  const { delivery } = found
  const wording = await composeWording(ctx, found, compose)
  if (wording === undefined) return drop(ctx, delivery, 'moot')
  const route = chooseChannel(found, {
    now: ctx.clock.now(),
    canSendTexts: ctx.texts !== undefined,
    ownRoundAt: wording.ownRoundAt,
    usefulUntil: wording.usefulUntil,
  })
  if (route.by === 'none') return drop(ctx, delivery, route.why)
  const { text, address, mail, expiresAt } = wording
  if (route.by === 'email') return sendMail(ctx, delivery, mail, route.optInNumber)
  // Only events that are always emailed have no text.
  if (text === undefined) return sendMail(ctx, delivery, mail)
  const number = route.by === 'text' ? route.number : ''
  if (route.at) return deferMessage(ctx, delivery, number, route.at)
  return route.by === 'text'
    ? sendText(ctx, delivery, number, text)
    : sendPush(ctx, delivery, { text, address }, expiresAt)
}

async function drop({ db }: Context, delivery: Delivery, errorCode: string): Promise<Outcome> {
  await updateDelivery(db, delivery, { status: 'dropped', errorCode, body: null })
  return 'done'
}

async function composeWording(
  ctx: Context,
  found: FoundDelivery,
  compose: Compose,
): Promise<
  (Omit<Composed, 'address' | 'mail'> & { address?: string; mail?: MailToSend }) | undefined
> {
  const { event, golferId, data, createdAt } = found.delivery
  const ageMs = ctx.clock.now().getTime() - createdAt.getTime()
  if (event === 'reply' && ageMs > REPLY_MAX_AGE_MS) return undefined
  if (event === 'reply' || event === 'opt-in') {
    // The wording of a reply is deleted once the reply is sent. Then there is nothing left to send.
    return typeof data['text'] === 'string' ? { text: data['text'] } : undefined
  }
  const { golfer } = found
  if (golfer === null || golferId === null) return undefined
  const kind = ALERT_EVENTS[event].kind
  const unsubscribePath = `/unsubscribe/${golfer.mailToken}/${kind}`
  const composed = await compose(ctx, {
    ...found.delivery,
    golferId,
    timeZone: timeZoneOf(found),
    unsubscribe: kind === undefined ? undefined : linkTo(ctx.config, unsubscribePath),
  })
  if (composed === undefined) return undefined
  return {
    ...composed,
    mail: {
      ...composed.mail,
      to: golfer.email,
      golferId,
      ...(kind !== undefined && { unsubscribe: linkTo(ctx.config, `/api${unsubscribePath}`) }),
    },
  }
}
