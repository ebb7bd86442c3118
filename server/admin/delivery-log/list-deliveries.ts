import type {
  Delivery,
  DeliveryDay,
  listDeliveries as endpoint,
  listDeliveryDays,
} from '../../../contract/delivery-log.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Page } from '../../../contract/paging.ts'
import type { Context } from '../../context.ts'
import { presentDelivery } from './present-delivery.ts'
import { listDays, listMessages } from './store.ts'

/** Returns a page of all messages. */
export async function listDeliveries(
  ctx: Context,
  asked: QueryOf<typeof endpoint>,
): Promise<Page<Delivery>> {
  const { rows, total } = await listMessages(ctx.db, asked)
  return { rows: rows.map(presentDelivery), total }
}

/** Returns a page of how many messages each group had on each UTC day. */
export function listDeliveriesByDay(
  ctx: Context,
  asked: QueryOf<typeof listDeliveryDays>,
): Promise<Page<DeliveryDay>> {
  return listDays(ctx.db, asked)
}
