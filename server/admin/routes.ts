import { listAudit } from '../../contract/audit.ts'
import * as deliveryLog from '../../contract/delivery-log.ts'
import * as calls from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { deleteGolfer, superAdmin } from '../identity/index.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { listAuditEntries } from './audit/list-audit.ts'
import * as deliveries from './delivery-log/manage-deliveries.ts'
import * as groups from './manage-groups.ts'
import * as users from './manage-users.ts'
import * as revenue from './revenue/read-revenue.ts'

export function superAdminRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  const { db } = ctx
  const superAdminsOnly = superAdmin(ctx)

  route(calls.listAllGroupsForManagePage, superAdminsOnly, ({ query }) =>
    groups.listGroups(db, query),
  )
  route(calls.listAllGroups, superAdminsOnly, ({ query }) => groups.listGroups(db, query))
  route(calls.adminCreateGroup, superAdminsOnly, ({ txCtx, access, body }) =>
    groups.createGroupFor(txCtx, access, body),
  )
  route(calls.setGroupActive, superAdminsOnly, ({ access, params, body }) =>
    groups.setGroupActive(ctx, access, params.groupId, body.isActive),
  )
  route(calls.changeExpiry, superAdminsOnly, ({ access, params, body }) =>
    groups.changeExpiry(ctx, access, params.groupId, body.expiryDate),
  )
  route(calls.deleteGroup, superAdminsOnly, ({ access, params }) =>
    groups.deleteGroup(ctx, access, params.id),
  )

  route(calls.readAppStats, superAdminsOnly, () => users.readStatistics(ctx))
  route(calls.listAllUsers, superAdminsOnly, ({ query }) => users.listUsers(db, query))
  route(calls.listAllMemberships, superAdminsOnly, ({ query }) => users.listMemberships(db, query))
  route(calls.resetPassword, superAdminsOnly, ({ access, params, body }) =>
    users.resetPassword(ctx, access, params.userId, body.password),
  )
  route(calls.deleteUser, superAdminsOnly, async ({ access, params }) => {
    await deleteGolfer(ctx, access, params.id)
    return { message: 'The user has been deleted.' }
  })

  route(listAudit, superAdminsOnly, ({ query }) => listAuditEntries(db, query))

  route(calls.readRevenue, superAdminsOnly, () => revenue.readRevenue(ctx))
  route(calls.listGroupPayments, superAdminsOnly, ({ params }) =>
    revenue.listPayments(ctx, params.groupId),
  )

  route(deliveryLog.listDeliveries, superAdminsOnly, ({ query }) =>
    deliveries.listDeliveries(ctx, query),
  )
  route(deliveryLog.listDeliveryDays, superAdminsOnly, ({ query }) =>
    deliveries.listDays(db, query),
  )
  route(deliveryLog.readDeliverySummary, superAdminsOnly, () => deliveries.readSummary(ctx))
  route(deliveryLog.retryDelivery, superAdminsOnly, ({ access, params }) =>
    deliveries.retryDelivery(ctx, access, params.id),
  )
}
