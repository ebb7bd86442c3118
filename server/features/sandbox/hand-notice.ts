import * as z from 'zod'
import type { Context } from '../../context.ts'
import type { Sandbox } from '../../providers/payments/sandbox.ts'
import { receiveNotice } from '../billing/receive-notice.ts'

const job = z.object({ eventId: z.string() })

/**
 * Hands a notice of the sandbox's over, as Stripe would send it: signed, and by the same way in. It
 * comes again until it is taken.
 */
export async function handNotice(ctx: Context, sandbox: Sandbox, payload: unknown): Promise<void> {
  const notice = await sandbox.sendNotice(job.parse(payload).eventId)
  if (notice !== undefined) await receiveNotice(ctx, notice.body, notice.signature)
}
