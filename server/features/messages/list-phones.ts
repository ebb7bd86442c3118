import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { listOutboxPhones } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { OutboxReader } from './gate.ts'
import { listPhones as list } from './store.ts'

/** The pretend phones that the reader may see; none where texts reach real ones. */
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
        // Of the same moment, what came from the phone was before what answers it.
        return {
          ...text,
          key: `${instant} ${text.direction} ${String(id).padStart(10, '0')}`,
          at: instant,
        }
      }),
    })),
  }
}
