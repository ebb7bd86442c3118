import type { Context } from '../../context.ts'
import { applyEvent } from './apply-event.ts'

/**
 * Takes a notice of the provider of payments, and does what follows from it: once, however often and
 * in whatever order notices come.
 * @param body as it came, to the byte
 * @throws NoticeRefused for one that is not the provider's, or too old; whatever else it throws, nothing
 * was done, and the notice may be told again
 */
export async function receiveNotice(
  ctx: Context,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (ctx.payments === undefined) throw new Error('Nothing can be paid here')
  await applyEvent(ctx, ctx.payments.readNotice(body, signature, ctx.clock.now()))
}
