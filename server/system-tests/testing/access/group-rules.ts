import { deleteOwnGroup } from '../../../../contract/group-deletion.ts'
import { readGroup, transferOwnership, updateGroup } from '../../../../contract/groups.ts'
import { resendInvitation, withdrawInvitation } from '../../../../contract/invitations.ts'
import {
  acceptRequest,
  changeInviteLink,
  createInviteLink,
  declineRequest,
  listInviteLinks,
  listJoinRequests,
  revokeInviteLink,
} from '../../../../contract/invites.ts'
import {
  addMember,
  changeAdmin,
  leaveGroup,
  listMembersById,
  listMembersBySlug,
  removeMember,
} from '../../../../contract/members.ts'
import {
  cancelTeeTime,
  claimSpot,
  editTeeTime,
  leaveSpot,
  listTeeTimes,
  listUsedCourses,
  postTeeTime,
} from '../../../../contract/tee-times.ts'
import {
  readSunset,
  readWeather,
  readWeatherWatch,
  setWeatherWatch,
} from '../../../../contract/weather.ts'
import { CALENDAR_GROUP_RULES } from './calendar-rules.ts'
import { RECURRING_RULES } from './recurring-rules.ts'
import { ROUND_GROUP_RULES } from './round-rules.ts'
import { GROUP_NAME, members, ownerAndAdmins, ownerOnly, type Rule } from './rule.ts'
import { newEmail } from './scene.ts'
import { SPOT_RULES } from './spot-rules.ts'

/** For reads by slug. A stranger gets 403 instead of 404, since anyone can check whether a slug exists. */
const bySlug = { requires: 'slug', own: members(200, 403, 200) } as const

const onTeeTime = { requires: 'group', thing: 'tee-time', pathOmitsGroup: true } as const

/** Calls about groups and their tee times. Calls about billing are in BILLING_RULES. */
export const GROUP_RULES: readonly Rule[] = [
  { endpoint: readGroup, ...bySlug },
  { endpoint: listTeeTimes, ...bySlug },
  { endpoint: listMembersBySlug, ...bySlug },
  { endpoint: listMembersById, requires: 'group', own: members(200, 404, 200) },
  { endpoint: listUsedCourses, requires: 'group', own: members() },
  {
    endpoint: postTeeTime,
    requires: 'group',
    body: ({ group }) => ({
      course: 'Lakeview',
      date: '2026-06-06',
      time: '08:12',
      groupId: group.id,
    }),
    own: members(201),
    needsSubscription: true,
  },
  { endpoint: claimSpot, ...onTeeTime, body: () => ({}), own: members(), needsSubscription: true },
  { endpoint: leaveSpot, ...onTeeTime, body: () => ({}), own: members() },
  {
    endpoint: editTeeTime,
    ...onTeeTime,
    body: () => ({ notes: 'Two carts booked', version: 1 }),
    own: { ...members(403), creator: 200 },
    strangerStatus: 200,
  },
  {
    endpoint: cancelTeeTime,
    ...onTeeTime,
    body: () => ({}),
    own: { ...members(403), creator: 200 },
    strangerStatus: 200,
  },
  {
    endpoint: readWeather,
    requires: 'group',
    // These tests have no forecasts, so authorized callers get 404 WEATHER_UNAVAILABLE.
    query: ({ group }) => `?date=2026-06-06&groupId=${group.id}`,
    own: members(404, 404, 404),
    code: (role, target) => {
      const isInGroup = role === 'superAdmin' || (role === 'stranger') === (target === 'foreign')
      return target !== 'missing' && isInGroup ? 'WEATHER_UNAVAILABLE' : 'NOT_FOUND'
    },
  },
  {
    endpoint: readSunset,
    requires: 'group',
    query: ({ group }) => `?date=2026-06-06&time=18:00&location=Banff&groupId=${group.id}`,
    own: members(200, 404, 200),
  },
  {
    endpoint: updateGroup,
    requires: 'group',
    body: () => ({ name: 'Renamed Group' }),
    own: ownerOnly(),
  },
  {
    endpoint: transferOwnership,
    requires: 'group',
    thing: 'member',
    body: ({ thing }) => ({ newOwnerId: thing }),
    own: ownerOnly(),
    // The call gets 409 if the new owner isn't a member.
    otherGroupStatus: 409,
    consumes: true,
  },
  { endpoint: withdrawInvitation, requires: 'group', thing: 'invitation', own: ownerAndAdmins() },
  {
    endpoint: resendInvitation,
    requires: 'group',
    thing: 'invitation',
    own: ownerAndAdmins(),
    needsSubscription: true,
  },
  {
    endpoint: deleteOwnGroup,
    requires: 'group',
    body: () => ({ name: GROUP_NAME }),
    own: ownerOnly(),
    consumes: true,
  },
  {
    endpoint: addMember,
    requires: 'group',
    body: () => ({ name: 'New Member', email: newEmail(), phone: '403-555-0133' }),
    own: ownerAndAdmins(201),
    needsSubscription: true,
  },
  {
    endpoint: removeMember,
    requires: 'group',
    thing: 'member',
    body: () => ({}),
    own: ownerOnly(),
  },
  {
    endpoint: changeAdmin,
    requires: 'group',
    thing: 'member',
    body: () => ({ isAdmin: true }),
    own: ownerOnly(),
  },
  {
    endpoint: leaveGroup,
    requires: 'group',
    own: { ...members(), owner: 409 },
    consumes: true,
  },
  { endpoint: listInviteLinks, requires: 'group', own: ownerAndAdmins() },
  {
    endpoint: createInviteLink,
    requires: 'group',
    own: ownerAndAdmins(201),
    needsSubscription: true,
  },
  {
    endpoint: changeInviteLink,
    requires: 'group',
    thing: 'invite-link',
    body: () => ({ joinsWithoutApproval: true }),
    own: ownerOnly(),
  },
  { endpoint: revokeInviteLink, requires: 'group', thing: 'invite-link', own: ownerAndAdmins() },
  { endpoint: listJoinRequests, requires: 'group', own: ownerAndAdmins() },
  {
    endpoint: acceptRequest,
    requires: 'group',
    thing: 'join-request',
    own: ownerAndAdmins(),
    needsSubscription: true,
  },
  { endpoint: declineRequest, requires: 'group', thing: 'join-request', own: ownerAndAdmins() },
  { endpoint: readWeatherWatch, requires: 'group', own: ownerOnly() },
  {
    endpoint: setWeatherWatch,
    requires: 'group',
    body: () => ({ rain: 60, wind: null, cold: null }),
    own: ownerOnly(),
  },
  ...CALENDAR_GROUP_RULES,
  ...SPOT_RULES,
  ...RECURRING_RULES,
  ...ROUND_GROUP_RULES,
]
