import type { Context } from '../../context.ts'
import { deleteOld } from './store.ts'

const DAYS_KEPT = 30

/** Deletes decided requests and dead links a month later: names and addresses nobody needs any more. */
export async function forgetOldInvites(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteOld(ctx.db, new Date(ctx.clock.now().getTime() - DAYS_KEPT * 86_400_000))
}
