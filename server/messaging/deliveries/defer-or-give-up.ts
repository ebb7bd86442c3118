import type { Context } from '../../context.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { countMessage } from './count-messages.ts'
import type { Delivery } from './store.ts'
import * as store from './store.ts'

/** Switches an alert from text or push to email. Marks any other message as failed. */
export async function giveUp(db: Queries, delivery: Delivery, code: string) {
  const { event, channel } = delivery
  const canBeMail = channel !== 'email' && event !== 'reply' && event !== 'opt-in'
  // The provider may have accepted the text. Keep the body, by which the text can be found at the provider.
  const mayHaveBeenSent = channel === 'text' && code === 'unavailable'
  const updated = await store.updateDelivery(
    db,
    delivery,
    canBeMail
      ? { channel: 'email', status: 'queued', recipient: '', body: null, errorCode: code }
      : { status: 'failed', ...(!mayHaveBeenSent && { body: null }), errorCode: code },
  )
  if (updated !== undefined && canBeMail) countMessage(channel, 'emailed')
  return canBeMail ? 'again' : 'done'
}

/**
 * Holds a message until `dueAt`. A 'posted' message is merged into a held one for the same group, if any, and
 * a 'last-call' or 'reserved' message into one for the same tee time.
 * @throws Error if another process took over the message during the merge, which is then undone
 */
export async function deferMessage(ctx: Context, delivery: Delivery, number: string, dueAt: Date) {
  const { event, golferId, groupId } = delivery
  await ctx.db.transaction(async (tx) => {
    if (event === 'posted' || event === 'last-call' || event === 'reserved') {
      await takeAdvisoryLock(tx, `held-${event}:${golferId}:${groupId}`)
      if (await store.mergeIntoHeld(tx, delivery)) {
        const droppedAsMerged = { status: 'dropped', errorCode: 'folded', body: null } as const
        if (await store.updateDelivery(tx, delivery, droppedAsMerged)) return
        throw new Error(`Another process took over message ${delivery.id}`)
      }
    }
    const held = { status: 'deferred', dueAt, recipient: number, tries: 0, body: null } as const
    await store.updateDelivery(tx, delivery, held)
  })
  return 'done' as const
}

/** Small, so that row locks are held only briefly. */
const RELEASE_BATCH_SIZE = 500

/** The job of each released message chooses the channel again. */
export async function releaseDeferred(ctx: Context): Promise<void> {
  const release = () => store.releaseDue(ctx.db, ctx.clock.now(), RELEASE_BATCH_SIZE)
  while ((await release()) === RELEASE_BATCH_SIZE);
}
