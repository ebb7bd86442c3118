import { OUTBOX_PAGE, type OutboxChannel, type OutboxMessage } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { OutboxReader } from './access.ts'
import { listMessages } from './store.ts'

/**
 * Lists a page of the messages stored in local mode, newest first.
 * @param page the last id of the page before, and the channel to list
 */
export async function listOutbox(
  ctx: Context,
  reader: OutboxReader,
  page: { before?: number | undefined; channel?: OutboxChannel | undefined },
): Promise<OutboxMessage[]> {
  const kept = await listMessages(ctx.db, reader, {
    before: page.before,
    channel: page.channel,
    limit: OUTBOX_PAGE,
  })
  return kept.map(({ html, recipient, createdAt, key: _, ...message }) => ({
    ...message,
    to: recipient,
    ...(html !== null && { html }),
    createdAt: createdAt.toISOString(),
  }))
}
