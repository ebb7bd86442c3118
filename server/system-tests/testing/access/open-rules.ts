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

const own = { requires: 'session', own: signedIn() } as const
const notMine = {
  requires: 'session',
  thing: 'invitation',
  pathOmitsGroup: true,
  own: signedIn(404),
} as const

/** Calls for every signed-in golfer, about their own data. */
export const SESSION_RULES: readonly Rule[] = [
  { endpoint: readCurrentUser, ...own },
  { endpoint: listMyGroups, ...own },
  { endpoint: listGolferGroups, ...own },
  { endpoint: listMyTeeTimes, ...own },
  { endpoint: cleanUpPastTeeTimes, ...own },
  { endpoint: listMyInvitations, ...own },
  // The test's invitations are for someone else's address, so no caller finds them.
  { endpoint: acceptInvitation, ...notMine },
  { endpoint: declineInvitation, ...notMine },
  { endpoint: listSessions, ...own },
  { endpoint: endOtherSessions, ...own },
  { endpoint: downloadMyData, ...own },
  { endpoint: updateName, ...own, body: () => ({ name: 'Renamed Rita' }) },
  { endpoint: updatePhone, ...own, body: () => ({ phone: '403-555-0188' }) },
  {
    endpoint: changePassword,
    requires: 'session',
    body: () => ({
      currentPassword: 'not this one',
      newPassword: 'fairways',
      confirmPassword: 'fairways',
    }),
    own: signedIn(400),
  },
  {
    endpoint: deleteMyAccount,
    requires: 'session',
    body: () => ({ password: 'not this one' }),
    // Super admins can't be deleted, not even by themselves.
    own: { ...signedIn(400), superAdmin: 403 },
  },
  {
    endpoint: createGroup,
    requires: 'session',
    body: () => ({ name: 'My Own Group', slug: newSlug() }),
    own: signedIn(201),
  },
  { endpoint: logout, ...own, consumes: true },
]

const signup = () => ({
  groupName: 'Trial Group',
  slug: newSlug(),
  adminName: 'Trying Tina',
  adminEmail: newEmail(),
  adminPhone: '403-555-0155',
})

const open = { requires: 'none', own: everybody() } as const

/** Calls for everyone, signed in or not. */
export const OPEN_RULES: readonly Rule[] = [
  {
    endpoint: login,
    requires: 'none',
    body: () => ({ email: newEmail(), password: 'x' }),
    own: everybody(401),
  },
  {
    endpoint: superAdminLogin,
    requires: 'none',
    body: () => ({ email: newEmail(), password: 'x' }),
    own: everybody(401),
  },
  { endpoint: checkSlug, ...open, params: () => ({ slug: newSlug() }) },
  { endpoint: readSite, ...open },
  { endpoint: signUpForTrial, ...open, body: signup },
  { endpoint: purchaseGroup, ...open, body: signup },
  { endpoint: forgotPassword, ...open, body: () => ({ email: newEmail() }) },
  { endpoint: readWelcome, ...open, thing: 'welcome-token' },
  {
    endpoint: redeemWelcomeLink,
    ...open,
    thing: 'welcome-token',
    body: () => ({ password: 'first-tee-2026' }),
  },
  { endpoint: declineWelcomeLink, ...open, thing: 'invitation-token' },
  { endpoint: readInviteLink, ...open, thing: 'invite-token' },
  {
    endpoint: requestToJoin,
    ...open,
    thing: 'invite-token',
    body: () => ({ name: 'Joining Joe', email: newEmail(), phone: '403-555-0166' }),
  },
]
