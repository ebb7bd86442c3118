import {
  deleteMyAccount,
  downloadMyData,
  updateName,
  updatePhone,
} from '../../../../contract/golfers.ts'
import {
  checkSlug,
  createGroup,
  listGolferGroups,
  listMyGroups,
} from '../../../../contract/groups.ts'
import {
  acceptInvitation,
  declineInvitation,
  listMyInvitations,
} from '../../../../contract/invitations.ts'
import { readInviteLink, requestToJoin } from '../../../../contract/invites.ts'
import {
  changePassword,
  endOtherSessions,
  listSessions,
  login,
  logout,
  readCurrentUser,
  superAdminLogin,
} from '../../../../contract/sessions.ts'
import { purchaseGroup, readSite, signUpForTrial } from '../../../../contract/signups.ts'
import { cleanUpPastTeeTimes, listMyTeeTimes } from '../../../../contract/tee-times.ts'
import {
  declineWelcomeLink,
  forgotPassword,
  readWelcome,
  redeemWelcomeLink,
} from '../../../../contract/welcome.ts'
import { everybody, type Rule, signedIn } from './rule.ts'
import { newEmail, newSlug } from './scene.ts'

const signedInRule = { requires: 'session', statusByRole: signedIn() } as const
const otherInvitationRule = {
  requires: 'session',
  thing: 'invitation',
  pathOmitsGroup: true,
  statusByRole: signedIn(404),
} as const

/** Calls that need a session, but no role in a group. */
export const SESSION_RULES: readonly Rule[] = [
  { endpoint: readCurrentUser, ...signedInRule },
  { endpoint: listMyGroups, ...signedInRule },
  { endpoint: listGolferGroups, ...signedInRule },
  { endpoint: listMyTeeTimes, ...signedInRule },
  { endpoint: cleanUpPastTeeTimes, ...signedInRule },
  { endpoint: listMyInvitations, ...signedInRule },
  // The tests' invitations are for an address without an account, so every caller gets 404.
  { endpoint: acceptInvitation, ...otherInvitationRule },
  { endpoint: declineInvitation, ...otherInvitationRule },
  { endpoint: listSessions, ...signedInRule },
  { endpoint: endOtherSessions, ...signedInRule },
  { endpoint: downloadMyData, ...signedInRule },
  { endpoint: updateName, ...signedInRule, body: () => ({ name: 'Renamed Rita' }) },
  { endpoint: updatePhone, ...signedInRule, body: () => ({ phone: '403-555-0188' }) },
  {
    endpoint: changePassword,
    requires: 'session',
    body: () => ({
      currentPassword: 'not this one',
      newPassword: 'fairways',
      confirmPassword: 'fairways',
    }),
    statusByRole: signedIn(400),
  },
  {
    endpoint: deleteMyAccount,
    requires: 'session',
    body: () => ({ password: 'not this one' }),
    // Super admins can't be deleted, not even by themselves.
    statusByRole: { ...signedIn(400), superAdmin: 403 },
  },
  {
    endpoint: createGroup,
    requires: 'session',
    body: () => ({ name: 'My Own Group', slug: newSlug() }),
    statusByRole: signedIn(201),
  },
  { endpoint: logout, ...signedInRule, usesUpTestGroups: true },
]

const signupBody = () => ({
  groupName: 'Trial Group',
  slug: newSlug(),
  adminName: 'Trying Tina',
  adminEmail: newEmail(),
  adminPhone: '403-555-0155',
})

const openRule = { requires: 'none', statusByRole: everybody() } as const

/** Calls that need no session. */
export const OPEN_RULES: readonly Rule[] = [
  {
    endpoint: login,
    requires: 'none',
    body: () => ({ email: newEmail(), password: 'x' }),
    statusByRole: everybody(401),
  },
  {
    endpoint: superAdminLogin,
    requires: 'none',
    body: () => ({ email: newEmail(), password: 'x' }),
    statusByRole: everybody(401),
  },
  { endpoint: checkSlug, ...openRule, params: () => ({ slug: newSlug() }) },
  { endpoint: readSite, ...openRule },
  { endpoint: signUpForTrial, ...openRule, body: signupBody },
  { endpoint: purchaseGroup, ...openRule, body: signupBody },
  { endpoint: forgotPassword, ...openRule, body: () => ({ email: newEmail() }) },
  { endpoint: readWelcome, ...openRule, thing: 'welcome-token' },
  {
    endpoint: redeemWelcomeLink,
    ...openRule,
    thing: 'welcome-token',
    body: () => ({ password: 'first-tee-2026' }),
  },
  { endpoint: declineWelcomeLink, ...openRule, thing: 'invitation-token' },
  { endpoint: readInviteLink, ...openRule, thing: 'invite-token' },
  {
    endpoint: requestToJoin,
    ...openRule,
    thing: 'invite-token',
    body: () => ({ name: 'Joining Joe', email: newEmail(), phone: '403-555-0166' }),
  },
]
