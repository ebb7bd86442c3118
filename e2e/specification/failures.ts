import type { Page } from '@playwright/test'
import type { TestGolfer, TestGroup } from '../../server/system-tests/testing/factories.ts'
import {
  addMember,
  cancel,
  changePassword,
  changeSettings,
  claim,
  createGroup,
  leave,
  logInAs,
  postTeeTime,
  removeMember,
  signUp,
  transferOwnership,
  updatePhone,
} from '../testing/actions.ts'
import { CARD_NUMBERS, fillCard, payButtonOn } from '../testing/paying.ts'
import {
  clearExpiry,
  createCustomerGroup,
  deleteGroup,
  deleteUser,
  resetPassword,
  switchStatusTo,
} from '../testing/super-admin-actions.ts'

/** A super admin, and a group with a second member and one tee time that its owner posted. */
export interface Stage {
  readonly group: TestGroup
  readonly member: TestGolfer
  readonly superAdmin: TestGolfer
}

export interface Failure {
  readonly title: string
  readonly fallback: string
  /** The call that fails: its method and the end of its path. */
  readonly call: readonly [method: string, path: RegExp]
  /** The golfer who is signed in; nobody if omitted. */
  readonly as?: (stage: Stage) => TestGolfer
  readonly at: string | ((stage: Stage) => string)
  readonly action: (page: Page, stage: Stage) => Promise<void>
  /** Whether the owner plays in the tee time. */
  readonly ownerPlays?: true
  /** Whether the group is on trial. Such a group can be paid for. */
  readonly onTrial?: true
}

const owner = ({ group }: Stage) => group.owner
const homePath = ({ group }: Stage) => `/${group.slug}`
const membersPath = ({ group }: Stage) => `/${group.slug}/members`
const profilePath = ({ group }: Stage) => `/${group.slug}/profile`

export const superAdmin = (stage: Stage) => stage.superAdmin
const tablePath = (of: 'users' | 'groups') => (stage: Stage) =>
  `/super-admin?table=${of}&search=${encodeURIComponent(of === 'users' ? stage.member.email : stage.group.slug)}`
const adminPath = ({ group }: Stage) => `/admin?search=${group.slug}`

export const FAILURES: readonly Failure[] = [
  {
    title: 'Failed to Claim Spot',
    fallback: 'An error occurred while claiming the spot.',
    call: ['POST', /\/claim$/],
    as: owner,
    at: homePath,
    action: claim,
  },
  {
    title: 'Failed to Leave',
    fallback: 'An error occurred while leaving the tee time.',
    call: ['POST', /\/unclaim$/],
    as: owner,
    at: homePath,
    action: leave,
    ownerPlays: true,
  },
  {
    title: 'Failed to Cancel',
    fallback: 'An error occurred while cancelling the tee time.',
    call: ['DELETE', /\/api\/tee-times\/\d+$/],
    as: owner,
    at: homePath,
    action: cancel,
  },
  {
    title: 'Failed to Post Tee Time',
    fallback: 'An error occurred while posting the tee time.',
    call: ['POST', /\/api\/tee-times$/],
    as: owner,
    at: homePath,
    action: postTeeTime,
  },
  {
    title: 'Login Failed',
    fallback: 'Invalid email or password.',
    call: ['POST', /\/api\/auth\/login$/],
    at: '/login',
    action: logInAs('morgan@club.example', 'no-such-password'),
  },
  {
    title: 'Access Denied',
    fallback: 'Invalid super admin credentials.',
    call: ['POST', /\/api\/admin\/login$/],
    at: '/super-admin-login',
    action: logInAs('morgan@club.example', 'no-such-password'),
  },
  {
    title: 'Failed to Update Group',
    fallback: 'An error occurred while updating the group.',
    call: ['PATCH', /\/name$/],
    as: owner,
    at: membersPath,
    action: changeSettings,
  },
  {
    title: 'Failed to Transfer Ownership',
    fallback: 'An error occurred while transferring ownership.',
    call: ['POST', /\/transfer-ownership$/],
    as: owner,
    at: membersPath,
    action: transferOwnership,
  },
  {
    title: 'Failed to Add Member',
    fallback: 'An error occurred while adding the member.',
    call: ['POST', /\/members$/],
    as: owner,
    at: membersPath,
    action: addMember,
  },
  {
    title: 'Failed to Remove Member',
    fallback: 'An error occurred while removing the member.',
    call: ['DELETE', /\/members\/\d+$/],
    as: owner,
    at: membersPath,
    action: removeMember,
  },
  {
    title: 'Password Change Failed',
    fallback: 'Failed to change password. Please try again.',
    call: ['POST', /\/change-password$/],
    as: owner,
    at: profilePath,
    action: changePassword('nineteenth-hole', 'back-nine-2026'),
  },
  {
    title: 'Update Failed',
    fallback: 'Failed to update phone number. Please try again.',
    call: ['PUT', /\/update-phone$/],
    as: owner,
    at: profilePath,
    action: updatePhone,
  },
  {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
    call: ['POST', /\/api\/groups$/],
    as: owner,
    at: '/create-group',
    action: createGroup,
  },
  {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
    call: ['POST', /\/api\/admin\/groups$/],
    as: superAdmin,
    at: adminPath,
    action: createCustomerGroup,
  },
  {
    title: 'Failed to Update Group Status',
    fallback: 'An error occurred while updating the group status.',
    call: ['PATCH', /\/toggle-active$/],
    as: superAdmin,
    at: adminPath,
    action: switchStatusTo('Inactive'),
  },
  {
    title: 'Failed to reset password',
    fallback: 'An error occurred while resetting the password. Please try again.',
    call: ['POST', /\/reset-password\/\d+$/],
    as: superAdmin,
    at: tablePath('users'),
    action: resetPassword,
  },
  {
    title: 'Failed to delete user',
    fallback: 'An error occurred while deleting the user. Please try again.',
    call: ['DELETE', /\/users\/\d+$/],
    as: superAdmin,
    at: tablePath('users'),
    action: deleteUser,
  },
  {
    title: 'Failed to update expiry date',
    fallback: 'An error occurred while updating the expiry date. Please try again.',
    call: ['PUT', /\/expiry$/],
    as: superAdmin,
    at: tablePath('groups'),
    action: clearExpiry,
  },
  {
    title: 'Failed to delete group',
    fallback: 'An error occurred while deleting the group. Please try again.',
    call: ['DELETE', /\/super-admin\/groups\/\d+$/],
    as: superAdmin,
    at: tablePath('groups'),
    action: (page, { group }) => deleteGroup(page, group.slug),
  },
  {
    title: 'Signup Failed',
    fallback: 'Please try again.',
    call: ['POST', /\/api\/trial\/signup$/],
    at: '/',
    action: signUp('Start Free Trial'),
  },
  {
    title: 'Purchase Failed',
    fallback: 'Please try again.',
    call: ['POST', /\/api\/purchase\/direct$/],
    at: '/purchase',
    action: signUp('Buy Now'),
  },
  {
    title: 'Payment Failed',
    fallback: "The payment didn't go through. Please try again.",
    call: ['POST', /\/api\/sandbox\/confirm$/],
    as: owner,
    at: ({ group }) => `/${group.slug}/subscribe`,
    onTrial: true,
    async action(page) {
      await fillCard(page, CARD_NUMBERS.good)
      await payButtonOn(page).click()
    },
  },
]
