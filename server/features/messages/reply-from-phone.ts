import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { receiveText } from '../text-commands/receive-text.ts'
import type { OutboxTexter } from './gate.ts'

/** A text from a pretend phone; from here on it is one that the provider handed over. */
export async function replyFromPhone(
  ctx: Context,
  { number }: OutboxTexter,
  body: string,
): Promise<void> {
  await receiveText(ctx, { providerId: `outbox:${randomUUID()}`, from: number, body })
}
