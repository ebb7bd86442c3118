import type { DeliverySummary } from '../../../contract/delivery-log.ts'
import type { Context } from '../../context.ts'
import { readSummary as read } from './store.ts'

const DAY_MS = 86_400_000

/** Returns whether texts are sent, how many messages are pending, and the results of the last 24 hours. */
export async function readSummary(ctx: Context): Promise<DeliverySummary> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS)
  return { texts: textsOf(ctx), ...(await read(ctx.db, since)) }
}

function textsOf({ texts }: Pick<Context, 'texts'>): DeliverySummary['texts'] {
  if (texts === undefined) return 'off'
  return texts.kind === 'sent' ? 'on' : 'kept-here'
}
