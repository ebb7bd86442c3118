import { DELIVERIES_KEPT_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { blankIncoming, deleteLists } from './store.ts'

const DAY = 86_400_000

/**
 * Forgets what was texted to us long ago, and lists that nobody can choose from any more. That a text
 * came in is kept, without words and number: it could be told to us again.
 */
export async function forgetTexts(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  await blankIncoming(ctx.db, new Date(now - DELIVERIES_KEPT_DAYS * DAY))
  await deleteLists(ctx.db, new Date(now - DAY))
}
