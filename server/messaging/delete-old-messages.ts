import { DELIVERIES_KEPT_DAYS } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/clock.ts'
import { deleteDeliveriesBefore } from './deliveries/store.ts'
import { deleteTextListsBefore, eraseIncoming } from './text-commands/store.ts'

export async function deleteOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS)
  await deleteDeliveriesBefore(ctx.db, before)
}

/** Keeps the ids of incoming texts, because the provider may deliver a text again. */
export async function deleteOldTexts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  await eraseIncoming(ctx.db, new Date(now - DELIVERIES_KEPT_DAYS * DAY_MS))
  await deleteTextListsBefore(ctx.db, new Date(now - DAY_MS))
}
