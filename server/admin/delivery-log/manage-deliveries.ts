import type {
  Delivery,
  DeliverySummary,
  listDeliveries as listEndpoint,
} from '../../../contract/delivery-log.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { recordAction, type SuperAdmin } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { countDeliveries, listDeliveryRows, readDelivery, requeueDelivery } from './store.ts'

export { listDays } from './store.ts'

/** Enough digits for golfers to recognize their own number. */
const SHOWN_DIGITS = 4

export async function listDeliveries(ctx: Context, query: QueryOf<typeof listEndpoint>) {
  const { rows, total } = await listDeliveryRows(ctx.db, query)
  return { rows: rows.map(masked), total }
}

export async function readSummary(ctx: Context): Promise<DeliverySummary> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS)
  const texts = ctx.texts === undefined ? 'off' : ctx.texts.kind === 'sent' ? 'on' : 'kept-here'
  return { texts, ...(await countDeliveries(ctx.db, since)) }
}

/** @throws AppError NOT_FOUND; NOT_FAILED for a message that is pending, was sent, or was dropped */
export async function retryDelivery(ctx: Context, by: SuperAdmin, deliveryId: number) {
  return ctx.db.transaction(async (tx) => {
    const isQueued = await requeueDelivery(tx, deliveryId)
    const row = await readDelivery(tx, deliveryId)
    if (row === undefined) throw notFound('message')
    const refusal =
      "Only failed messages can be resent. This one hasn't failed or was already resent."
    if (!isQueued) throw new AppError('NOT_FAILED', refusal)
    const { golferId, groupId, groupName: name, event: detail } = row
    const entry = { actorId: by.golferId, golferId, detail, action: 'message-retried' } as const
    // The name is null if the group was deleted or the message is not about a group.
    await recordAction(ctx, tx, { ...entry, ...(name !== null && { group: { groupId, name } }) })
    return masked(row)
  })
}

function masked<Row extends Pick<Delivery, 'recipient'>>(row: Row): Row {
  return { ...row, recipient: maskRecipient(row.recipient) }
}

export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at >= 0) {
    // Destructuring a string never splits a surrogate pair. If there is only one character before the '@',
    // hide it, too.
    const [first = '', ...rest] = recipient.slice(0, at)
    return `${rest.length > 0 ? first : ''}***${recipient.slice(at)}`
  }
  if (recipient === '') return ''
  const northAmerican = /^\+1\d{6}(\d{4})$/.exec(recipient)
  if (northAmerican) return `+1 *** *** ${northAmerican[1]}`
  const digits = recipient.replace(/\D/g, '')
  // The last four digits would reveal most of a short number.
  return digits.length > 2 * SHOWN_DIGITS ? `*** ${digits.slice(-SHOWN_DIGITS)}` : '***'
}
