import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { notifyPlayers } from './store.ts'

const job = z.object({ teeTimeId: id, by: id })

/** Notifies golfers with a spot, a reservation or a place on the waiting list that it was cancelled. */
export async function notifyCancelled(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by } = job.parse(payload)
  const cancellation = { teeTimeIds: [teeTimeId], by, data: { by } }
  await notifyPlayers(ctx.db, 'cancelled', cancellation, ctx.clock.now())
}
