import * as z from 'zod'
import type { Context } from '../../context.ts'
import type { Sandbox } from '../../providers/payments/sandbox.ts'
import { receiveEvent } from '../receive-event.ts'

const job = z.object({ eventId: z.string() })

/**
 * Delivers one of the sandbox's events as Stripe would: signed, and through the same code. Runs as a job,
 * which is retried until the event is accepted.
 */
export async function deliverEvent(
  ctx: Context,
  sandbox: Sandbox,
  payload: unknown,
): Promise<void> {
  const notice = await sandbox.sendEvent(job.parse(payload).eventId)
  if (notice !== undefined) await receiveEvent(ctx, notice.body, notice.signature)
}
