import { DELIVERIES_KEPT_DAYS } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/clock.ts'
import { deleteDeliveriesBefore } from './deliveries/store.ts'
import { deleteTextListsBefore, eraseIncoming } from './text-commands/store.ts'

/** Deletes delivery log rows and daily text counts older than `DELIVERIES_KEPT_DAYS`. */
export async function deleteOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS)
  await deleteDeliveriesBefore(ctx.db, before)
}

/**
 * Erases the contents of old incoming texts, and deletes old lists of tee times that were texted to golfers.
 * Keeps the ids of the texts, because the provider may deliver a text again.
 */
export async function deleteOldTexts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  await eraseIncoming(ctx.db, new Date(now - DELIVERIES_KEPT_DAYS * DAY_MS))
  await deleteTextListsBefore(ctx.db, new Date(now - DAY_MS))
}
