import {
  listDeliveries,
  listDeliveryDays,
  readDeliverySummary,
  retryDelivery,
} from '../../../contract/delivery-log.ts'
import type { Context } from '../../context.ts'
import { superAdmin } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listDeliveries as list, listDeliveriesByDay } from './list-deliveries.ts'
import { readSummary } from './read-summary.ts'
import { retryDelivery as retry } from './retry-delivery.ts'

export function messageLedgerRoutes(serve: Serve, ctx: Context): void {
  const gate = superAdmin(ctx)

  serve(listDeliveries, gate, ({ query }) => list(ctx, query))

  serve(listDeliveryDays, gate, ({ query }) => listDeliveriesByDay(ctx, query))

  serve(readDeliverySummary, gate, () => readSummary(ctx))

  serve(retryDelivery, gate, ({ scope, params }) => retry(ctx, scope, params.id))
}
