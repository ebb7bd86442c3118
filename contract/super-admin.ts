import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, id, instant, localDate, newPassword, personName, phoneNumber } from './fields.ts'
import { createGroupForm, groupSummary } from './groups.ts'
import { pagesOf } from './paging.ts'
import { user } from './sessions.ts'

const EXPIRY_OUT_OF_RANGE = 'Pick a date from 2000 to 2199'

/** The group's last day, or the exact time of its expiry. Empty or null: the group never expires. */
const expiryDate = z.nullable(
  z
    .union([z.literal(''), localDate, instant], EXPIRY_OUT_OF_RANGE)
    .check(z.refine((date) => date === '' || /^2[01]/.test(date), EXPIRY_OUT_OF_RANGE)),
)

const groupPages = pagesOf(groupSummary, 'name', 'createdAt', 'expiryDate')

/** Does the same as {@link listAllGroups}, because the specification defines both paths. */
export const listAllGroupsForManagePage = endpoint('GET', '/api/admin/groups', {
  summary: 'All groups with owner and counts',
  ...groupPages,
})

export const adminCreateGroupForm = z.extend(createGroupForm, {
  adminEmail: email,
  adminPhone: phoneNumber(),
  adminName: personName('Admin name is required'),
  expiryDate: z.optional(expiryDate),
})

export const adminCreateGroup = endpoint('POST', '/api/admin/groups', {
  summary: 'Create a group for a customer, with an account if the address has none',
  body: adminCreateGroupForm,
  response: z.object({
    group: groupSummary,
    adminGolfer: z.object({ id, name: z.string(), email: z.string() }),
  }),
  status: 201,
  once: true,
})

export const setGroupActive = endpoint('PATCH', '/api/admin/groups/{groupId}/toggle-active', {
  summary: 'Activate or deactivate a group',
  body: z.object({ isActive: z.boolean() }),
})

export const readAppStats = endpoint('GET', '/api/super-admin/stats', {
  summary: 'Stats of the whole app',
  response: z.object({
    totalUsers: z.int(),
    totalGroups: z.int(),
    activeTrials: z.int(),
    paidSubscriptions: z.int(),
    totalMembers: z.int(),
  }),
})

export const listAllUsers = endpoint('GET', '/api/super-admin/users', {
  summary: 'All users',
  ...pagesOf(user, 'name', 'email', 'createdAt'),
})

export const listAllGroups = endpoint('GET', '/api/super-admin/groups', {
  summary: 'All groups',
  ...groupPages,
})

export const golferWithGroups = z.object({
  id,
  golfer_name: z.string(),
  email: z.string(),
  groups: z.string(),
})
export type GolferWithGroups = z.output<typeof golferWithGroups>

export const listAllMemberships = endpoint('GET', '/api/super-admin/memberships', {
  summary: 'All golfers with the names of their groups',
  ...pagesOf(golferWithGroups, 'name', 'email'),
})

export const resetPasswordForm = z.object({ password: newPassword })

export const resetPassword = endpoint('POST', '/api/super-admin/reset-password/{userId}', {
  summary: "Reset a user's password and end all their sessions",
  body: resetPasswordForm,
})

export const deleteUser = endpoint('DELETE', '/api/super-admin/users/{id}', {
  summary: 'Delete a user who owns no groups and is not a super admin',
})

export const expiryForm = z.object({ expiryDate })

export const changeExpiry = endpoint('PUT', '/api/super-admin/groups/{groupId}/expiry', {
  summary: "Set or clear a group's expiry date",
  body: expiryForm,
})

export const deleteGroup = endpoint('DELETE', '/api/super-admin/groups/{id}', {
  summary: 'Permanently delete a group with its tee times',
})

const groupPayment = z.object({
  /** The id that the payment provider gave the invoice. */
  id: z.string(),
  status: z.enum([
    'paid',
    'failed',
    'action-required',
    'refunded',
    'partly-refunded',
    'disputed',
    /** Paid, but adds no time: the amount or currency was wrong, or the group no longer existed. */
    'not-credited',
  ]),
  /** In cents. */
  amount: z.int(),
  /** In cents: what was refunded, and what the bank took back in a dispute. */
  returned: z.int(),
  currency: z.string(),
  paidAt: z.nullable(instant),
  createdAt: instant,
  periodStart: instant,
  periodEnd: instant,
  payerName: z.nullable(z.string()),
})
export type GroupPayment = z.output<typeof groupPayment>

export const listGroupPayments = endpoint('GET', '/api/super-admin/groups/{groupId}/payments', {
  summary: 'The payments of a group, newest first',
  response: z.array(groupPayment),
})

export const readRevenue = endpoint('GET', '/api/super-admin/revenue', {
  summary: 'How groups are paid for, and the revenue of each month',
  response: z.object({
    /** How many active groups are in each state. Groups without an expiry date are not counted. */
    paid: z.int(),
    trial: z.int(),
    pastDue: z.int(),
    expired: z.int(),
    /** The last twelve months (UTC), oldest first, including months without payments. */
    months: z.array(
      z.object({
        /** 'YYYY-MM'. */
        month: z.string(),
        /** In cents, minus refunds and disputes. */
        amount: z.int(),
        payments: z.int(),
      }),
    ),
    payments: z.enum(['stripe', 'sandbox', 'off']),
  }),
})
export type Revenue = z.output<typeof readRevenue.response>
