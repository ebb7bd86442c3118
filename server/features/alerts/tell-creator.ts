import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { tellOfSpots } from './store.ts'

const job = z.object({ teeTimeId: id })

/**
 * Tells the creator of a tee time how full it is, in one message for all that happened since the job
 * was added.
 */
export async function tellCreator(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId } = job.parse(payload)
  await tellOfSpots(ctx.db, messengerOfJob(), teeTimeId, ctx.clock.now())
}
