import {
  listDeliveries,
  listDeliveryDays,
  readDeliverySummary,
  retryDelivery,
} from '../../../contract/message-ledger.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { superAdmin } from '../access.ts'
import { listDeliveries as list, listDeliveriesByDay } from './list-deliveries.ts'
import { readSummary } from './read-summary.ts'
import { retryDelivery as retry } from './retry-delivery.ts'

export function messageLedgerRoutes(serve: Serve, ctx: Context): void {
  const gate = superAdmin(ctx)

  serve(listDeliveries, gate, ({ scope, query }) => list(ctx, scope, query))

  serve(listDeliveryDays, gate, ({ scope, query }) => listDeliveriesByDay(ctx, scope, query))

  serve(readDeliverySummary, gate, ({ scope }) => readSummary(ctx, scope))

  serve(retryDelivery, gate, ({ scope, params }) => retry(ctx, scope, params.id))
}
