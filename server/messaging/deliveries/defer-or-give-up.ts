import type { Context } from '../../context.ts'
import { type Queries, withAdvisoryLock } from '../../platform/database/database.ts'
import { countMessage } from './count-messages.ts'
import {
  type DeliveryVersion,
  type FoundDelivery,
  mergeIntoHeld,
  releaseDue,
  updateDelivery,
} from './store.ts'

/** A message being sent, with its status and number of tries. */
export interface DeliveryTry {
  readonly found: FoundDelivery
  readonly at: DeliveryVersion
}

/** 'again' if the message has changed since it was read, so it has to be read and tried again. */
export type Outcome = 'done' | 'again'

/** Stops trying a message's channel: an alert becomes an email, anything else fails. @param code for the log */
export async function giveUp(
  { db }: { db: Queries },
  { found, at }: DeliveryTry,
  code: string,
): Promise<Outcome> {
  const { event, channel } = found.delivery
  const canBeMail = channel !== 'email' && event !== 'reply' && event !== 'opt-in'
  // The provider may have accepted the text, so look it up there before sending it again.
  const mayBeOut = channel === 'text' && code === 'unavailable'
  const isGivenUp = await updateDelivery(
    db,
    at,
    canBeMail
      ? { channel: 'email', status: 'queued', recipient: '', body: null, errorCode: code }
      : { status: 'failed', ...(!mayBeOut && { body: null }), errorCode: code },
  )
  if (isGivenUp && canBeMail) countMessage(channel, 'emailed')
  return canBeMail ? 'again' : 'done'
}

/**
 * Holds a text or a notification until quiet hours end. Merges tee times that a group posts overnight.
 * @throws Error if another process has taken the message, so that its tee times are not announced twice
 */
export async function deferMessage(
  ctx: Context,
  { found, at }: DeliveryTry,
  { number, at: dueAt }: { readonly number: string; readonly at: Date },
): Promise<Outcome> {
  const { event, golferId, groupId } = found.delivery
  await ctx.db.transaction(async (tx) => {
    if (event === 'posted') {
      await withAdvisoryLock(tx, `held-posted:${golferId}:${groupId}`)
      if (await mergeIntoHeld(tx, found.delivery)) {
        const merged = { status: 'dropped', errorCode: 'folded', body: null } as const
        if (await updateDelivery(tx, at, merged)) return
        throw new Error(`Another process took over message ${at.id}`)
      }
    }
    const held = { status: 'deferred', dueAt, recipient: number, tries: 0, body: null } as const
    await updateDelivery(tx, at, held)
  })
  return 'done'
}

/** The most messages released per transaction, so that a busy morning does not hold locks for long. */
const RELEASED_AT_ONCE = 500

/** Queues messages whose quiet hours have ended. The channel of each is chosen again when its job runs. */
export async function releaseDeferred(ctx: Context): Promise<void> {
  const release = () => releaseDue(ctx.db, ctx.clock.now(), RELEASED_AT_ONCE)
  while ((await release()) === RELEASED_AT_ONCE);
}
