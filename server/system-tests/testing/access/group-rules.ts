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
const slugRule = { requires: 'slug', statusByRole: members(200, 403, 200) } as const

const teeTimeRule = { requires: 'group', thing: 'tee-time', pathOmitsGroup: true } as const

/** Calls about groups and their tee times. Calls about billing are in BILLING_RULES. */
export const GROUP_RULES: readonly Rule[] = [
  { endpoint: readGroup, ...slugRule },
  { endpoint: listTeeTimes, ...slugRule },
  { endpoint: listMembersBySlug, ...slugRule },
  { endpoint: listMembersById, requires: 'group', statusByRole: members(200, 404, 200) },
  { endpoint: listUsedCourses, requires: 'group', statusByRole: members() },
  {
    endpoint: postTeeTime,
    requires: 'group',
    body: ({ group }) => ({
      course: 'Lakeview',
      date: '2026-06-06',
      time: '08:12',
      groupId: group.id,
    }),
    statusByRole: members(201),
    needsSubscription: true,
  },
  {
    endpoint: claimSpot,
    ...teeTimeRule,
    body: () => ({}),
    statusByRole: members(),
    needsSubscription: true,
  },
  { endpoint: leaveSpot, ...teeTimeRule, body: () => ({}), statusByRole: members() },
  {
    endpoint: editTeeTime,
    ...teeTimeRule,
    body: () => ({ notes: 'Two carts booked', version: 1 }),
    statusByRole: { ...members(403), creator: 200 },
    strangerStatus: 200,
  },
  {
    endpoint: cancelTeeTime,
    ...teeTimeRule,
    body: () => ({}),
    statusByRole: { ...members(403), creator: 200 },
    strangerStatus: 200,
  },
  {
    endpoint: readWeather,
    requires: 'group',
    // These tests have no forecasts, so authorized callers get 404 WEATHER_UNAVAILABLE.
    query: ({ group }) => `?date=2026-06-06&groupId=${group.id}`,
    statusByRole: members(404, 404, 404),
    code: (role, target) => {
      const isInGroup = role === 'superAdmin' || (role === 'stranger') === (target === 'foreign')
      return target !== 'missing' && isInGroup ? 'WEATHER_UNAVAILABLE' : 'NOT_FOUND'
    },
  },
  {
    endpoint: readSunset,
    requires: 'group',
    query: ({ group }) => `?date=2026-06-06&time=18:00&location=Banff&groupId=${group.id}`,
    statusByRole: members(200, 404, 200),
  },
  {
    endpoint: updateGroup,
    requires: 'group',
    body: () => ({ name: 'Renamed Group' }),
    statusByRole: ownerOnly(),
  },
  {
    endpoint: transferOwnership,
    requires: 'group',
    thing: 'member',
    body: ({ thing }) => ({ newOwnerId: thing }),
    statusByRole: ownerOnly(),
    // The call gets 409 if the new owner isn't a member.
    otherGroupStatus: 409,
    usesUpTestGroups: true,
  },
  {
    endpoint: withdrawInvitation,
    requires: 'group',
    thing: 'invitation',
    statusByRole: ownerAndAdmins(),
  },
  {
    endpoint: resendInvitation,
    requires: 'group',
    thing: 'invitation',
    statusByRole: ownerAndAdmins(),
    needsSubscription: true,
  },
  {
    endpoint: deleteOwnGroup,
    requires: 'group',
    body: () => ({ name: GROUP_NAME }),
    statusByRole: ownerOnly(),
    usesUpTestGroups: true,
  },
  {
    endpoint: addMember,
    requires: 'group',
    body: () => ({ name: 'New Member', email: newEmail(), phone: '403-555-0133' }),
    statusByRole: ownerAndAdmins(201),
    needsSubscription: true,
  },
  {
    endpoint: removeMember,
    requires: 'group',
    thing: 'member',
    body: () => ({}),
    statusByRole: ownerOnly(),
  },
  {
    endpoint: changeAdmin,
    requires: 'group',
    thing: 'member',
    body: () => ({ isAdmin: true }),
    statusByRole: ownerOnly(),
  },
  {
    endpoint: leaveGroup,
    requires: 'group',
    statusByRole: { ...members(), owner: 409 },
    usesUpTestGroups: true,
  },
  { endpoint: listInviteLinks, requires: 'group', statusByRole: ownerAndAdmins() },
  {
    endpoint: createInviteLink,
    requires: 'group',
    statusByRole: ownerAndAdmins(201),
    needsSubscription: true,
  },
  {
    endpoint: changeInviteLink,
    requires: 'group',
    thing: 'invite-link',
    body: () => ({ joinsWithoutApproval: true }),
    statusByRole: ownerOnly(),
  },
  {
    endpoint: revokeInviteLink,
    requires: 'group',
    thing: 'invite-link',
    statusByRole: ownerAndAdmins(),
  },
  { endpoint: listJoinRequests, requires: 'group', statusByRole: ownerAndAdmins() },
  {
    endpoint: acceptRequest,
    requires: 'group',
    thing: 'join-request',
    statusByRole: ownerAndAdmins(),
    needsSubscription: true,
  },
  {
    endpoint: declineRequest,
    requires: 'group',
    thing: 'join-request',
    statusByRole: ownerAndAdmins(),
  },
  { endpoint: readWeatherWatch, requires: 'group', statusByRole: ownerOnly() },
  {
    endpoint: setWeatherWatch,
    requires: 'group',
    body: () => ({ rain: 60, wind: null, cold: null }),
    statusByRole: ownerOnly(),
  },
  ...CALENDAR_GROUP_RULES,
  ...SPOT_RULES,
  ...RECURRING_RULES,
  ...ROUND_GROUP_RULES,
]
