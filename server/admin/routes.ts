import { listAudit } from '../../contract/audit.ts'
import {
  listDeliveries,
  listDeliveryDays,
  readDeliverySummary,
  retryDelivery,
} from '../../contract/delivery-log.ts'
import {
  adminCreateGroup,
  adminGroups,
  changeExpiry,
  deleteGroup,
  deleteUser,
  listGroupPayments,
  readRevenue,
  resetPassword,
  superAdminGroups,
  superAdminMemberships,
  superAdminStats,
  superAdminUsers,
  toggleActive,
} from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { deleteGolfer, superAdmin } from '../identity/index.ts'
import type { Serve } from '../platform/http/serve.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import * as audit from './audit/list-audit.ts'
import * as deliveries from './delivery-log/manage-deliveries.ts'
import * as groups from './manage-groups.ts'
import * as users from './manage-users.ts'
import * as revenue from './revenue/read-revenue.ts'

export function superAdminRoutes(serve: Serve, ctx: Context): void {
  const gate = superAdmin(ctx)

  serve(adminGroups, gate, ({ query }) => groups.listGroups(ctx, query))
  serve(superAdminGroups, gate, ({ query }) => groups.listGroups(ctx, query))
  serve(
    adminCreateGroup,
    gate,
    runOnce(ctx, (within, { scope, body }) => groups.createGroupFor(within, scope, body)),
  )
  serve(toggleActive, gate, async ({ scope, params, body }) => {
    const name = await groups.setActive(ctx, scope, { ...params, ...body })
    return { message: `${name} is now ${body.isActive ? 'active' : 'inactive'}.` }
  })
  serve(changeExpiry, gate, async ({ scope, params, body }) => {
    const { name, end } = await groups.changeExpiry(ctx, scope, { ...params, ...body })
    return {
      message: end === 'no end' ? `${name} has no end now.` : `${name} runs until ${end}.`,
    }
  })
  serve(deleteGroup, gate, async ({ scope, params }) => {
    const name = await groups.deleteGroup(ctx, scope, params.id)
    return { message: `${name} has been deleted.` }
  })

  serve(superAdminStats, gate, () => users.countAll(ctx))
  serve(superAdminUsers, gate, ({ query }) => users.listUsers(ctx, query))
  serve(superAdminMemberships, gate, ({ query }) => users.listMemberships(ctx, query))
  serve(resetPassword, gate, async ({ scope, params, body }) => {
    await users.resetPassword(ctx, scope, { golferId: params.userId, password: body.password })
    return { message: 'The password has been reset, and the user is signed out everywhere.' }
  })
  serve(deleteUser, gate, async ({ scope, params }) => {
    await deleteGolfer(ctx, scope, params.id)
    return { message: 'The user has been deleted.' }
  })

  serve(listAudit, gate, ({ query }) => audit.listAudit(ctx, query))

  serve(readRevenue, gate, () => revenue.readRevenue(ctx))
  serve(listGroupPayments, gate, ({ params }) => revenue.listPayments(ctx, params.groupId))

  serve(listDeliveries, gate, ({ query }) => deliveries.listDeliveries(ctx, query))
  serve(listDeliveryDays, gate, ({ query }) => deliveries.listDeliveryDays(ctx, query))
  serve(readDeliverySummary, gate, () => deliveries.readSummary(ctx))
  serve(retryDelivery, gate, ({ scope, params }) => deliveries.retryDelivery(ctx, scope, params.id))
}
