import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { listOutboxPhones } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { OutboxReader } from './access.ts'
import { listPhones as list } from './store.ts'

/** Lists the simulated phones the reader may see; none if texts go to real phones. */
export async function listPhones(
  ctx: Context,
  reader: OutboxReader,
): Promise<AnswerOf<typeof listOutboxPhones>> {
  const phones = ctx.texts?.kind === 'kept' ? await list(ctx.db, reader) : []
  return {
    isOpen: reader.whose === 'everybody',
    phones: phones.map(({ texts, ...phone }) => ({
      ...phone,
      texts: texts.map(({ id, at, ...text }) => {
        const instant = new Date(at).toISOString()
        // At the same moment, what the phone sent comes before the reply to it.
        return {
          ...text,
          key: `${instant} ${text.direction} ${String(id).padStart(10, '0')}`,
          at: instant,
        }
      }),
    })),
  }
}
