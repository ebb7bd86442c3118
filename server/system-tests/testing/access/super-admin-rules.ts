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

const readRule = { requires: 'super-admin', own: superAdmins() } as const

export const SUPER_ADMIN_RULES: readonly Rule[] = [
  { endpoint: listAllGroupsForManagePage, ...readRule },
  { endpoint: readAppStats, ...readRule },
  { endpoint: listAllUsers, ...readRule },
  { endpoint: listAllGroups, ...readRule },
  { endpoint: listAllMemberships, ...readRule },
  { endpoint: listAudit, ...readRule },
  { endpoint: listDeliveries, ...readRule },
  { endpoint: listDeliveryDays, ...readRule },
  { endpoint: readDeliverySummary, ...readRule },
  { endpoint: readRevenue, ...readRule },
  { endpoint: listGroupPayments, ...readRule },
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
  { endpoint: listDeletedGroups, ...readRule },
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
  // The tests' super admin has confirmed no sign-in code, so the next two calls do not check the code.
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
