import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { KIND_OF } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/limits.ts'
import { DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { linkTo } from '../messages/link-to-app.ts'
import { chooseWay, type Situation, type Way } from './choose-way.ts'
import type { Compose, Composed } from './compose-words.ts'
import { giveUp, type Outcome, type Turn } from './give-up.ts'
import { holdText } from './hold-text.ts'
import { type SentMail, sendMail } from './send-mail.ts'
import { sendPush } from './send-push.ts'
import { findText, sendText } from './send-text.ts'
import { beginTry, type FoundDelivery, findDelivery, updateDelivery } from './store.ts'

const job = z.object({ deliveryId: id })

/** Tries of a text or a notification before an email carries it: some four minutes, by the queue's growing waits. */
const TEXT_TRIES = 5
/** Tries in all before a message counts as failed: some sixteen hours, and fewer than the queue's. */
const TRIES = 12

/**
 * The provider's calls end sooner than this: a text found in the middle of one for longer was left
 * there by a process that died. By then the provider lists what it has taken, too.
 */
const SENDING_MS = 4_000

/** How long an answer is one: it says how things stood when it was asked for. */
const ANSWER_MS = 3_600_000

/** How often one run may find that things are not as they were a moment ago. */
const TURNS = 5

/**
 * Sends a message: decides how at this moment, puts its words together, hands it over and notes what
 * became of it. A message that was sent, dropped or held is left alone.
 * @throws Error when it could not be handed over: the job is to try again, for as long as tries are
 * left; then a text goes by email, and an email is noted as failed
 */
export async function deliver(ctx: Context, payload: unknown, compose: Compose): Promise<void> {
  const { deliveryId } = job.parse(payload)
  let tries: number | undefined
  for (let turn = 0; turn < TURNS; turn += 1) {
    const found = await findUnattended(ctx, deliveryId)
    if (found === undefined) return
    // A later try than ours was begun: it is another process's by now.
    if (tries !== undefined && found.delivery.tries !== tries) return
    tries = await attempt(ctx, found, compose)
    if (tries === undefined) return
  }
  throw new Error(`Message ${deliveryId} changes faster than it can be sent`)
}

/** A message, once it is clear that no other process is about to note what became of it. */
async function findUnattended(ctx: Context, id: number): Promise<FoundDelivery | undefined> {
  const found = await findDelivery(ctx.db, messengerOfJob(), id)
  const left = leftOfCall(found?.delivery, ctx.clock.now())
  if (left <= 0) return found
  await sleep(left)
  return findDelivery(ctx.db, messengerOfJob(), id)
}

/** For how long, in milliseconds, a text may be on its way to the provider still. */
function leftOfCall(delivery: FoundDelivery['delivery'] | undefined, now: Date): number {
  if (delivery?.status !== 'sending' || delivery.channel !== 'text') return 0
  return (delivery.triedAt?.getTime() ?? 0) + SENDING_MS - now.getTime()
}

/** Answers the number of this try where the message is to be decided anew; else it is done with. */
async function attempt(
  ctx: Context,
  found: FoundDelivery,
  compose: Compose,
): Promise<number | undefined> {
  const { id, status, channel, triedAt, createdAt, tries, body } = found.delivery
  if (status !== 'queued' && status !== 'sending') return undefined
  const at = await beginTry(ctx.db, { id, status, tries })
  if (at === undefined) return undefined
  const turn = { found, at }
  const isLast = at.tries > (channel === 'email' ? TRIES : TEXT_TRIES)
  if (channel === 'text' && body !== null) {
    const isSent = await findText(ctx, turn, { body, since: triedAt ?? createdAt, isLast })
    if (isSent) return undefined
  }
  if (isLast) ctx.log.error({ deliveryId: id, channel }, 'A message could not be sent')
  const outcome = isLast ? giveUp(ctx, turn, 'unavailable') : send(ctx, turn, compose)
  return (await outcome) === 'again' ? at.tries : undefined
}

async function send(ctx: Context, turn: Turn, compose: Compose): Promise<Outcome> {
  const { found, at } = turn
  const words = await wordsOf(ctx, found, compose)
  const way: Way =
    words === undefined
      ? { by: 'none', why: 'moot' }
      : chooseWay(situationOf(ctx, found, words.ownRoundAt))
  switch (way.by) {
    case 'text':
      return sendText(ctx, turn, { to: way.number, body: words?.text ?? '' })
    case 'text-later':
      return holdText(ctx, turn, way)
    case 'push':
      return sendPush(ctx, turn, words)
    case 'push-later':
      return holdText(ctx, turn, { number: '', at: way.at })
    case 'email':
      return sendMail(ctx, turn, words?.mail, way.ask)
    case 'none':
      await updateDelivery(ctx.db, at, { status: 'dropped', errorCode: way.why, body: null })
      return 'done'
  }
}

interface Words extends Pick<Composed, 'text' | 'ownRoundAt'> {
  readonly mail?: SentMail
}

async function wordsOf(
  ctx: Context,
  found: FoundDelivery,
  compose: Compose,
): Promise<Words | undefined> {
  const { event, golferId, groupId, teeTimeIds, data, createdAt } = found.delivery
  if (event === 'reply' && ctx.clock.now().getTime() - createdAt.getTime() > ANSWER_MS) {
    return undefined
  }
  if (event === 'reply' || event === 'opt-in') {
    // An answer is not kept once it was sent; sent again, it would be untrue by then.
    return typeof data['text'] === 'string' ? { text: data['text'] } : undefined
  }
  const { golfer } = found
  if (golfer === null || golferId === null) return undefined
  const kind = KIND_OF[event]
  const way = `/${golfer.mailToken}/${kind}`
  const composed = await compose(ctx, {
    event,
    golferId,
    groupId,
    teeTimeIds,
    data,
    timeZone: timeZoneOf(found),
    createdAt,
    unsubscribe: kind === undefined ? undefined : linkTo(ctx.config, `/unsubscribe${way}`),
  })
  return (
    composed && {
      ...composed,
      mail: {
        ...composed.mail,
        to: golfer.email,
        golferId,
        ...(kind !== undefined && { unsubscribe: linkTo(ctx.config, `/api/unsubscribe${way}`) }),
      },
    }
  )
}

function timeZoneOf({ chosen, group }: FoundDelivery): string {
  return chosen?.timeZone ?? group?.timeZone ?? DEFAULT_TIME_ZONE
}

function situationOf(ctx: Context, found: FoundDelivery, ownRoundAt: Date | undefined): Situation {
  const { delivery, golfer, group, member, chosen, number } = found
  const { event, channel, data, recipient } = delivery
  const kind = KIND_OF[event]
  return {
    event,
    channel,
    now: ctx.clock.now(),
    hasTexts: ctx.texts !== undefined,
    hasPhone: found.hasPhone,
    evenStopped: data['evenStopped'] === true,
    group: group
      ? { isActive: group.isActive, isMember: member !== null, isMuted: member?.muted === true }
      : undefined,
    chosen: kind && chosen?.channels[kind],
    golfer: golfer
      ? {
          // An unconfirmed one may be anybody's.
          number: golfer.phoneConfirmedAt === null ? null : golfer.phoneNumber,
          emailProven: golfer.emailProvenAt !== null,
          hasConsent: golfer.textConsentAt !== null,
        }
      : undefined,
    recipient,
    stoppedAt: number?.stoppedAt ?? null,
    unreachableAt: number?.unreachableAt ?? null,
    unreachableCode: number?.unreachableCode ?? null,
    quietHours: chosen ? { from: chosen.quietFrom, to: chosen.quietTo } : DEFAULT_QUIET_HOURS,
    timeZone: timeZoneOf(found),
    ownRoundAt,
  }
}
