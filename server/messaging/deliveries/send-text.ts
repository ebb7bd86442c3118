import {
  MAX_TEXTS_PER_DAY,
  MAX_TEXTS_PER_DAY_FOR_GROUP,
  MAX_TEXTS_PER_DAY_TO_NUMBER,
} from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { type AcceptedText, TextRefused } from '../../providers/texts/texts.ts'
import { type DeliveryTry, giveUp } from './defer-or-give-up.ts'
import { recordRejection } from './stop-texts.ts'
import * as store from './store.ts'

/** Sends a text, within the caps. @throws Error to retry the job if the provider may have accepted it */
export async function sendText(ctx: Context, deliveryTry: DeliveryTry, to: string, body: string) {
  const { texts } = ctx
  const { id, golferId } = deliveryTry.found.delivery
  if (texts === undefined) return 'again'
  try {
    await markSending(ctx, deliveryTry, to, body)
  } catch (error) {
    if (!(error instanceof TextNotSent)) throw error
    return error.why === 'capped' ? giveUp(ctx, deliveryTry, 'capped') : 'again'
  }
  const sending: DeliveryTry = { ...deliveryTry, at: { ...deliveryTry.at, status: 'sending' } }
  try {
    await recordSent(ctx, sending, await texts.send({ to, golferId, body, key: keyOf(id) }))
    return 'done'
  } catch (error) {
    if (error instanceof TextRefused) return recordRefusal(ctx, sending, to, error)
    // Keep the stored body: the provider may have the text, and the retry finds it there by its body.
    await store.updateDelivery(ctx.db, sending.at, { status: 'queued' })
    throw error
  }
}

/** Returns whether the provider lists the text. @throws Error if it cannot be reached, unless `isLast` */
export async function recordIfSent(
  ctx: Context,
  deliveryTry: DeliveryTry,
  { body, since, isLast }: { body: string; since: Date; isLast: boolean },
): Promise<boolean> {
  if (ctx.texts === undefined) return false
  const { id, golferId, recipient: to } = deliveryTry.found.delivery
  // Clocks differ: the time at which we recorded a text may be earlier than the time in the provider's list.
  const known = await store.listProviderIds(ctx.db, to, new Date(since.getTime() - HOUR_MS))
  try {
    const accepted = await ctx.texts.find({ to, golferId, body, key: keyOf(id) }, since, known)
    if (accepted !== undefined) await recordSent(ctx, deliveryTry, accepted)
    return accepted !== undefined
  } catch (error) {
    if (!isLast) throw error
    return false
  }
}

const keyOf = (id: number) => `deliver:${id}:text`

async function recordSent(ctx: Context, { found, at }: DeliveryTry, accepted: AcceptedText) {
  const { providerId, segments } = accepted
  const sentAt = ctx.clock.now()
  const sent = { status: 'sent', sentAt, providerId, segments, body: null } as const
  const isReply = found.delivery.event === 'reply'
  await store.updateDelivery(ctx.db, at, { ...sent, ...(isReply && { data: {} }) })
}

function recordRefusal(ctx: Context, deliveryTry: DeliveryTry, to: string, refusal: TextRefused) {
  const { reason, code } = refusal
  const logged = { deliveryId: deliveryTry.at.id, reason, code }
  ctx.log.info(logged, 'The provider refused a text to this number')
  return ctx.db.transaction(async (db) => {
    const now = ctx.clock.now()
    const outcome = await giveUp({ db }, deliveryTry, code)
    await recordRejection(db, to, refusal, now)
    return outcome
  })
}

/** Thrown to roll back the transaction, so that the text is neither counted nor recorded. */
class TextNotSent extends Error {
  readonly why: 'capped' | 'changed'
  constructor(why: 'capped' | 'changed') {
    super(`Text not sent: ${why}`)
    this.why = why
  }
}

/** @throws TextNotSent at a cap, or if the message has changed */
async function markSending(ctx: Context, { found, at }: DeliveryTry, to: string, body: string) {
  const triedAt = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    if (found.delivery.triedAt === null) await countAgainstCaps(tx, found.delivery, to, triedAt)
    const change = { status: 'sending', channel: 'text', recipient: to, body, triedAt } as const
    if (!(await store.updateDelivery(tx, at, change, store.mayText(to))))
      throw new TextNotSent('changed')
  })
}

/** PostgreSQL's largest integer. */
const NO_CAP = 2_147_483_647

async function countAgainstCaps(tx: Queries, delivery: store.Delivery, to: string, now: Date) {
  const { event, groupId, data } = delivery
  const day = now.toISOString().slice(0, 10)
  if (event !== 'reply') {
    await takeAdvisoryLock(tx, `texts-to:${to}`)
    const sinceMidnight = new Date(`${day}T00:00:00Z`)
    if ((await store.countTextsTo(tx, to, sinceMidnight)) >= MAX_TEXTS_PER_DAY_TO_NUMBER) {
      throw new TextNotSent('capped')
    }
  }
  const cap = data['uncapped'] === true ? NO_CAP : MAX_TEXTS_PER_DAY
  const isCounted =
    (groupId === null || (await store.countText(tx, day, groupId, MAX_TEXTS_PER_DAY_FOR_GROUP))) &&
    (await store.countText(tx, day, null, cap))
  if (!isCounted) throw new TextNotSent('capped')
}
