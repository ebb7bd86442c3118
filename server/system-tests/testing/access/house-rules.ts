import { listAudit } from '../../../../contract/audit.ts'
import { listDeletedGroups, restoreGroup } from '../../../../contract/group-deletion.ts'
import {
  listDeliveries,
  listDeliveryDays,
  readDeliverySummary,
  retryDelivery,
} from '../../../../contract/message-ledger.ts'
import { listGroupPayments, readRevenue } from '../../../../contract/revenue.ts'
import {
  confirmSignInCode,
  enterSignInCode,
  removeSignInCode,
  setUpSignInCode,
} from '../../../../contract/sign-in-codes.ts'
import {
  adminCreateGroup,
  adminGroups,
  changeExpiry,
  deleteGroup,
  deleteUser,
  resetPassword,
  superAdminGroups,
  superAdminMemberships,
  superAdminStats,
  superAdminUsers,
  toggleActive,
} from '../../../../contract/super-admin.ts'
import { type Rule, superAdmins } from './rule.ts'
import { newEmail, newSlug } from './scene.ts'

const list = { wall: 'house', own: superAdmins() } as const

/** Every call for super admins. */
export const HOUSE_RULES: readonly Rule[] = [
  { endpoint: adminGroups, ...list },
  { endpoint: superAdminStats, ...list },
  { endpoint: superAdminUsers, ...list },
  { endpoint: superAdminGroups, ...list },
  { endpoint: superAdminMemberships, ...list },
  { endpoint: listAudit, ...list },
  { endpoint: listDeliveries, ...list },
  { endpoint: listDeliveryDays, ...list },
  { endpoint: readDeliverySummary, ...list },
  { endpoint: readRevenue, ...list },
  { endpoint: listGroupPayments, ...list },
  {
    endpoint: retryDelivery,
    wall: 'house',
    thing: 'failed-message',
    standsAlone: true,
    own: superAdmins(),
  },
  {
    endpoint: adminCreateGroup,
    wall: 'house',
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
    wall: 'house',
    body: () => ({ isActive: true }),
    own: superAdmins(),
  },
  {
    endpoint: changeExpiry,
    wall: 'house',
    body: () => ({ expiryDate: null }),
    own: superAdmins(),
  },
  { endpoint: listDeletedGroups, ...list },
  {
    endpoint: restoreGroup,
    wall: 'house',
    thing: 'deleted-group',
    standsAlone: true,
    own: superAdmins(),
  },
  { endpoint: setUpSignInCode, wall: 'house', body: () => ({}), own: superAdmins() },
  {
    endpoint: confirmSignInCode,
    wall: 'house',
    body: () => ({ code: '000000' }),
    own: superAdmins(400),
  },
  // Super admins without a sign-in code aren't asked for one.
  {
    endpoint: enterSignInCode,
    wall: 'house',
    body: () => ({ code: '000000' }),
    own: superAdmins(),
  },
  {
    endpoint: removeSignInCode,
    wall: 'house',
    body: () => ({ code: '000000' }),
    own: superAdmins(),
  },
  { endpoint: deleteGroup, wall: 'house', own: superAdmins(), consumes: true },
  {
    endpoint: resetPassword,
    wall: 'house',
    thing: 'golfer',
    body: () => ({ password: 'a-new-start-2026' }),
    own: superAdmins(),
  },
  {
    endpoint: deleteUser,
    wall: 'house',
    thing: 'golfer',
    standsAlone: true,
    own: superAdmins(),
  },
]
