import { listAudit } from '../../contract/audit.ts'
import {
  listDeliveries,
  listDeliveryDays,
  readDeliverySummary,
  retryDelivery,
} from '../../contract/delivery-log.ts'
import * as calls from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { deleteGolfer, superAdmin } from '../identity/index.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import * as audit from './audit/list-audit.ts'
import * as deliveries from './delivery-log/manage-deliveries.ts'
import * as groups from './manage-groups.ts'
import * as users from './manage-users.ts'
import * as revenue from './revenue/read-revenue.ts'

export function superAdminRoutes(route: RegisterRoute, ctx: Context): void {
  const gate = superAdmin(ctx)

  route(calls.adminGroups, gate, ({ query }) => groups.listGroups(ctx, query))
  route(calls.superAdminGroups, gate, ({ query }) => groups.listGroups(ctx, query))
  route(
    calls.adminCreateGroup,
    gate,
    runOnce(ctx, (within, { scope, body }) => groups.createGroupFor(within, scope, body)),
  )
  route(calls.toggleActive, gate, async ({ scope, params, body }) => {
    const name = await groups.setGroupActive(ctx, scope, { ...params, ...body })
    return { message: `${name} is now ${body.isActive ? 'active' : 'inactive'}.` }
  })
  route(calls.changeExpiry, gate, async ({ scope, params, body }) => {
    const { name, end } = await groups.changeGroupExpiry(ctx, scope, { ...params, ...body })
    return {
      message: end === 'no expiry' ? `${name} no longer expires.` : `${name} now expires ${end}.`,
    }
  })
  route(calls.deleteGroup, gate, async ({ scope, params }) => {
    const name = await groups.deleteGroup(ctx, scope, params.id)
    return { message: `${name} has been deleted.` }
  })

  route(calls.superAdminStats, gate, () => users.readStatistics(ctx))
  route(calls.superAdminUsers, gate, ({ query }) => users.listUsers(ctx, query))
  route(calls.superAdminMemberships, gate, ({ query }) => users.listMemberships(ctx, query))
  route(calls.resetPassword, gate, async ({ scope, params, body }) => {
    await users.resetPassword(ctx, scope, { golferId: params.userId, password: body.password })
    return { message: 'The password has been reset. The user has been signed out everywhere.' }
  })
  route(calls.deleteUser, gate, async ({ scope, params }) => {
    await deleteGolfer(ctx, scope, params.id)
    return { message: 'The user has been deleted.' }
  })

  route(listAudit, gate, ({ query }) => audit.listAudit(ctx, query))

  route(calls.readRevenue, gate, () => revenue.readRevenue(ctx))
  route(calls.listGroupPayments, gate, ({ params }) => revenue.listPayments(ctx, params.groupId))

  route(listDeliveries, gate, ({ query }) => deliveries.listDeliveries(ctx, query))
  route(listDeliveryDays, gate, ({ query }) => deliveries.listDeliveryDays(ctx, query))
  route(readDeliverySummary, gate, () => deliveries.readSummary(ctx))
  route(retryDelivery, gate, ({ scope, params }) => deliveries.retryDelivery(ctx, scope, params.id))
}
