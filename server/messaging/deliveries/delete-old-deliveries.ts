import { DELIVERIES_KEPT_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { deleteOld } from './store.ts'

/** Deletes messages and text counts that are older than `DELIVERIES_KEPT_DAYS`. */
export async function deleteOldDeliveries(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DELIVERIES_KEPT_DAYS * 86_400_000)
  await deleteOld(ctx.db, before)
}
