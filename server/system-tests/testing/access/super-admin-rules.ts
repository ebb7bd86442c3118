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
  setGroupActive,
} from '../../../../contract/super-admin.ts'
import { type Rule, superAdmins } from './rule.ts'
import { newEmail, newSlug } from './scene.ts'

const readRule = { requires: 'super-admin', statusByRole: superAdmins() } as const

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
    statusByRole: superAdmins(),
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
    statusByRole: superAdmins(201),
  },
  {
    endpoint: setGroupActive,
    requires: 'super-admin',
    body: () => ({ isActive: true }),
    statusByRole: superAdmins(),
  },
  {
    endpoint: changeExpiry,
    requires: 'super-admin',
    body: () => ({ expiryDate: null }),
    statusByRole: superAdmins(),
  },
  { endpoint: listDeletedGroups, ...readRule },
  {
    endpoint: restoreGroup,
    requires: 'super-admin',
    thing: 'deleted-group',
    pathOmitsGroup: true,
    statusByRole: superAdmins(),
  },
  {
    endpoint: setUpSignInCode,
    requires: 'super-admin',
    body: () => ({}),
    statusByRole: superAdmins(),
  },
  {
    endpoint: confirmSignInCode,
    requires: 'super-admin',
    body: () => ({ code: '000000' }),
    statusByRole: superAdmins(400),
  },
  // The tests' super admin has not confirmed a sign-in code, so the next two calls do not check the code.
  {
    endpoint: enterSignInCode,
    requires: 'super-admin',
    body: () => ({ code: '000000' }),
    statusByRole: superAdmins(),
  },
  {
    endpoint: removeSignInCode,
    requires: 'super-admin',
    body: () => ({ code: '000000' }),
    statusByRole: superAdmins(),
  },
  {
    endpoint: deleteGroup,
    requires: 'super-admin',
    statusByRole: superAdmins(),
    usesUpTestGroups: true,
  },
  {
    endpoint: resetPassword,
    requires: 'super-admin',
    thing: 'golfer',
    body: () => ({ password: 'a-new-start-2026' }),
    statusByRole: superAdmins(),
  },
  {
    endpoint: deleteUser,
    requires: 'super-admin',
    thing: 'golfer',
    pathOmitsGroup: true,
    statusByRole: superAdmins(),
  },
]
