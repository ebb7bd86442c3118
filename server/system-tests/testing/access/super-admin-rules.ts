import { listAudit } from '../../../../contract/audit.ts'
import {
  listDeliveries,
  listDeliveryDays,
  readDeliverySummary,
  retryDelivery,
} from '../../../../contract/delivery-log.ts'
import { listDeletedGroups, restoreGroup } from '../../../../contract/group-deletion.ts'
import {
  confirmSignInCode,
  enterSignInCode,
  removeSignInCode,
  setUpSignInCode,
} from '../../../../contract/sessions.ts'
import {
  adminCreateGroup,
  changeExpiry,
  deleteGroup,
  deleteUser,
  listAllGroups,
  listAllGroupsForManagePage,
  listAllMemberships,
  listAllUsers,
  listGroupPayments,
  readAppStats,
  readRevenue,
  resetPassword,
  toggleActive,
} from '../../../../contract/super-admin.ts'
import { type Rule, superAdmins } from './rule.ts'
import { newEmail, newSlug } from './scene.ts'

const list = { requires: 'super-admin', own: superAdmins() } as const

/** Every call for super admins. */
export const SUPER_ADMIN_RULES: readonly Rule[] = [
  { endpoint: listAllGroupsForManagePage, ...list },
  { endpoint: readAppStats, ...list },
  { endpoint: listAllUsers, ...list },
  { endpoint: listAllGroups, ...list },
  { endpoint: listAllMemberships, ...list },
  { endpoint: listAudit, ...list },
  { endpoint: listDeliveries, ...list },
  { endpoint: listDeliveryDays, ...list },
  { endpoint: readDeliverySummary, ...list },
  { endpoint: readRevenue, ...list },
  { endpoint: listGroupPayments, ...list },
  {
    endpoint: retryDelivery,
    requires: 'super-admin',
    thing: 'failed-message',
    pathOmitsGroup: true,
    own: superAdmins(),
  },
  {
    endpoint: adminCreateGroup,
    requires: 'super-admin',
    body: () => ({
      name: 'A Customer’s Group',
      slug: newSlug(),
      adminName: 'Customer',
      adminEmail: newEmail(),
      adminPhone: '403-555-0144',
    }),
    own: superAdmins(201),
  },
  {
    endpoint: toggleActive,
    requires: 'super-admin',
    body: () => ({ isActive: true }),
    own: superAdmins(),
  },
  {
    endpoint: changeExpiry,
    requires: 'super-admin',
    body: () => ({ expiryDate: null }),
    own: superAdmins(),
  },
  { endpoint: listDeletedGroups, ...list },
  {
    endpoint: restoreGroup,
    requires: 'super-admin',
    thing: 'deleted-group',
    pathOmitsGroup: true,
    own: superAdmins(),
  },
  { endpoint: setUpSignInCode, requires: 'super-admin', body: () => ({}), own: superAdmins() },
  {
    endpoint: confirmSignInCode,
    requires: 'super-admin',
    body: () => ({ code: '000000' }),
    own: superAdmins(400),
  },
  // The test's super admin has set up no sign-in code, so the code is not checked.
  {
    endpoint: enterSignInCode,
    requires: 'super-admin',
    body: () => ({ code: '000000' }),
    own: superAdmins(),
  },
  {
    endpoint: removeSignInCode,
    requires: 'super-admin',
    body: () => ({ code: '000000' }),
    own: superAdmins(),
  },
  { endpoint: deleteGroup, requires: 'super-admin', own: superAdmins(), consumes: true },
  {
    endpoint: resetPassword,
    requires: 'super-admin',
    thing: 'golfer',
    body: () => ({ password: 'a-new-start-2026' }),
    own: superAdmins(),
  },
  {
    endpoint: deleteUser,
    requires: 'super-admin',
    thing: 'golfer',
    pathOmitsGroup: true,
    own: superAdmins(),
  },
]
