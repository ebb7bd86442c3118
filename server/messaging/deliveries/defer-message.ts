import type { Context } from '../../context.ts'
import type { DeliveryTry, Outcome } from './give-up.ts'
import { lockName, mergeIntoHeld, updateDelivery } from './store.ts'

/**
 * Holds a text or a notification until quiet hours end. Tee times posted overnight become one message:
 * those of the same group are added to the one already held.
 * @throws Error if another process has taken the message, so that its tee times are not announced twice
 */
export async function deferMessage(
  ctx: Context,
  { found, at }: DeliveryTry,
  { number, at: dueAt }: { readonly number: string; readonly at: Date },
): Promise<Outcome> {
  const { event, golferId, groupId, teeTimeIds } = found.delivery
  await ctx.db.transaction(async (tx) => {
    if (event === 'posted' && golferId !== null && groupId !== null) {
      await lockName(tx, `held-posted:${golferId}:${groupId}`)
      if (await mergeIntoHeld(tx, { golferId, groupId, teeTimeIds })) {
        const gsmText = { status: 'dropped', errorCode: 'folded', body: null } as const
        if (await updateDelivery(tx, at, gsmText)) return
        throw new Error(`Another process took over message ${at.id}`)
      }
    }
    const held = { status: 'deferred', dueAt, recipient: number, tries: 0, body: null } as const
    await updateDelivery(tx, at, held)
  })
  return 'done'
}
