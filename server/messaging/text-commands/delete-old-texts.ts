import { DELIVERIES_KEPT_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { deleteLists, eraseIncoming } from './store.ts'

const DAY = 86_400_000

/**
 * Deletes the number and body of old incoming texts, and lists that can no longer be chosen from. The row
 * itself remains, since the provider could deliver the text again.
 */
export async function deleteOldTexts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  await eraseIncoming(ctx.db, new Date(now - DELIVERIES_KEPT_DAYS * DAY))
  await deleteLists(ctx.db, new Date(now - DAY))
}
