import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { receiveText } from '../text-commands/receive-text.ts'
import type { OutboxTexter } from './access.ts'

/**
 * Receives a text from a simulated phone as if the provider had delivered it.
 * @throws AppError NOT_FOUND if texts go to real phones
 */
export async function replyFromPhone(
  ctx: Context,
  { number }: OutboxTexter,
  body: string,
): Promise<void> {
  if (ctx.texts?.kind !== 'kept') throw notFound('phone')
  await receiveText(ctx, { providerId: `outbox:${randomUUID()}`, from: number, body })
}
