import type { Context } from '../context.ts'
import { applyEvent } from './apply-event.ts'

/**
 * Verifies and applies a webhook event of the payment provider. Each takes effect once, however often and
 * in whatever order events arrive.
 * @param body the raw bytes as received
 * @throws NoticeRefused for an event that the provider did not sign, or that is too old. After any other
 * error nothing was done, and the event may be delivered again.
 */
export async function receiveEvent(
  ctx: Context,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (ctx.payments === undefined) throw new Error('No payment provider is configured')
  await applyEvent(ctx, ctx.payments.readEvent(body, signature, ctx.clock.now()))
}
