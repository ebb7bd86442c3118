import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { receiveText } from '../text-commands/receive-text.ts'
import type { OutboxTexter } from './gate.ts'

/**
 * A text from a pretend phone; from here on it is one that the provider handed over.
 * @throws AppError NOT_FOUND where texts reach real phones: there are no pretend ones
 */
export async function replyFromPhone(
  ctx: Context,
  { number }: OutboxTexter,
  body: string,
): Promise<void> {
  if (ctx.texts?.kind !== 'kept') throw notFound('phone')
  await receiveText(ctx, { providerId: `outbox:${randomUUID()}`, from: number, body })
}
