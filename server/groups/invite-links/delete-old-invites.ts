import type { Context } from '../../context.ts'
import { deleteOld } from './store.ts'

const DAYS_KEPT = 30

/** Deletes requests and links 30 days after they were decided or ended. Nobody needs their data any more. */
export async function deleteOldInvites(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteOld(ctx.db, new Date(ctx.clock.now().getTime() - DAYS_KEPT * 86_400_000))
}
