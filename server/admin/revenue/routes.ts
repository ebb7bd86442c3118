import { listGroupPayments, readRevenue } from '../../../contract/revenue.ts'
import type { Context } from '../../context.ts'
import { superAdmin } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listPayments } from './list-payments.ts'
import { readRevenue as read } from './read-revenue.ts'

export function revenueRoutes(serve: Serve, ctx: Context): void {
  const gate = superAdmin(ctx)

  serve(readRevenue, gate, () => read(ctx))

  serve(listGroupPayments, gate, ({ params }) => listPayments(ctx, params.groupId))
}
