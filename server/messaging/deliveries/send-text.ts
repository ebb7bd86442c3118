import {
  MAX_TEXTS_PER_DAY,
  MAX_TEXTS_PER_DAY_FOR_GROUP,
  MAX_TEXTS_PER_DAY_TO_NUMBER,
} from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { type AcceptedText, TextRefused } from '../../providers/texts/texts.ts'
import { giveUp } from './defer-or-give-up.ts'
import { recordRejection } from './stop-texts.ts'
import type { Delivery } from './store.ts'
import * as store from './store.ts'

/** Sends a text, within the caps. @throws Error to retry the job, unless the provider refused the text */
export async function sendText(ctx: Context, delivery: Delivery, to: string, body: string) {
  const { texts } = ctx
  const { id, golferId } = delivery
  if (texts === undefined) return 'again'
  const sending = await markSending(ctx, delivery, to, body)
  if (sending === 'capped') return giveUp(ctx.db, delivery, 'capped')
  if (sending === 'changed') return 'again'
  try {
    await recordSent(ctx, sending, await texts.send({ to, golferId, body, key: keyOf(id) }))
    return 'done'
  } catch (error) {
    if (error instanceof TextRefused) return recordRefusal(ctx, sending, to, error)
    // Keep the stored body: the provider may have the text, and the retry finds it there by its body.
    await store.updateDelivery(ctx.db, sending, { status: 'queued' })
    throw error
  }
}

/**
 * Asks the provider whether an earlier try sent the text. If so, records that and returns true.
 * @throws Error if the provider fails, unless `isOutOfTries`
 */
export async function recordIfSent(ctx: Context, delivery: Delivery, isOutOfTries: boolean) {
  const { id, golferId, channel, recipient: to, body, triedAt, createdAt } = delivery
  if (ctx.texts === undefined || channel !== 'text' || body === null) return false
  const since = triedAt ?? createdAt
  // Look back an hour more: clocks differ, so our time for a text may be earlier than the provider's.
  const knownIds = await store.listProviderIds(ctx.db, to, new Date(since.getTime() - HOUR_MS))
  try {
    const accepted = await ctx.texts.find({ to, golferId, body, key: keyOf(id) }, since, knownIds)
    if (accepted !== undefined) await recordSent(ctx, delivery, accepted)
    return accepted !== undefined
  } catch (error) {
    if (!isOutOfTries) throw error
    return false
  }
}

const keyOf = (id: number) => `deliver:${id}:text`

async function recordSent(ctx: Context, delivery: Delivery, accepted: AcceptedText) {
  const { providerId, segments } = accepted
  const sentAt = ctx.clock.now()
  const sentState = { status: 'sent', sentAt, providerId, segments, body: null } as const
  const isReply = delivery.event === 'reply'
  await store.updateDelivery(ctx.db, delivery, { ...sentState, ...(isReply && { data: {} }) })
}

function recordRefusal(ctx: Context, delivery: Delivery, to: string, refusal: TextRefused) {
  const { reason, code } = refusal
  const logged = { deliveryId: delivery.id, reason, code }
  ctx.log.info(logged, 'The provider refused a text to this number')
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const outcome = await giveUp(tx, delivery, code)
    await recordRejection(tx, to, refusal, now)
    return outcome
  })
}

/** Thrown to roll back the transaction, so that the text is neither counted nor recorded. */
class TextNotSent extends Error {
  declare readonly message: 'capped' | 'changed'
}

async function markSending(ctx: Context, delivery: Delivery, to: string, body: string) {
  const triedAt = ctx.clock.now()
  const change = { status: 'sending', channel: 'text', recipient: to, body, triedAt } as const
  try {
    return await ctx.db.transaction(async (tx) => {
      if (delivery.triedAt === null) await countAgainstCaps(tx, delivery, to, triedAt)
      const sending = await store.updateDelivery(tx, delivery, change, store.mayText(to))
      if (sending === undefined) throw new TextNotSent('changed')
      return sending
    })
  } catch (error) {
    if (error instanceof TextNotSent) return error.message
    throw error
  }
}

/** PostgreSQL's largest integer. */
const NO_CAP = 2_147_483_647

async function countAgainstCaps(tx: Queries, delivery: Delivery, to: string, now: Date) {
  const { event, groupId, data } = delivery
  const day = now.toISOString().slice(0, 10)
  if (event !== 'reply') {
    await takeAdvisoryLock(tx, `texts-to:${to}`)
    const midnight = new Date(`${day}T00:00:00Z`)
    if ((await store.countTextsTo(tx, to, midnight)) >= MAX_TEXTS_PER_DAY_TO_NUMBER) {
      throw new TextNotSent('capped')
    }
  }
  const cap = data['uncapped'] === true ? NO_CAP : MAX_TEXTS_PER_DAY
  const isCounted =
    (groupId === null || (await store.countText(tx, day, groupId, MAX_TEXTS_PER_DAY_FOR_GROUP))) &&
    (await store.countText(tx, day, null, cap))
  if (!isCounted) throw new TextNotSent('capped')
}
