import type { QueryOf } from '../../../contract/endpoint.ts'
import type {
  Delivery,
  DeliveryDay,
  listDeliveries as endpoint,
  listDeliveryDays,
} from '../../../contract/message-ledger.ts'
import type { Page } from '../../../contract/paging.ts'
import type { Context } from '../../context.ts'
import type { SuperAdmin } from '../access.ts'
import { presentDelivery } from './present-delivery.ts'
import { listDays, listMessages } from './store.ts'

/** Returns a page of all messages. */
export async function listDeliveries(
  ctx: Context,
  by: SuperAdmin,
  asked: QueryOf<typeof endpoint>,
): Promise<Page<Delivery>> {
  const { rows, total } = await listMessages(ctx.db, by, asked)
  return { rows: rows.map(presentDelivery), total }
}

/** Returns a page of how many messages each group had on each UTC day. */
export function listDeliveriesByDay(
  ctx: Context,
  by: SuperAdmin,
  asked: QueryOf<typeof listDeliveryDays>,
): Promise<Page<DeliveryDay>> {
  return listDays(ctx.db, by, asked)
}
