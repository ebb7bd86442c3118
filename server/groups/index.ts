export {
  authorizeMember,
  authorizeMemberWithoutSession,
  authorizeViewer,
  type FoundGroup,
  type GroupMember,
  type GroupOwner,
  type GroupViewer,
  memberByBody,
  memberById,
  ownerByBody,
  ownerById,
  requireSubscription,
  viewerById,
  viewerBySlug,
} from './access.ts'
export { createGroup, slugTakenError } from './create-group.ts'
export { purgeDeletedGroups, purgeGroup } from './deletion/delete-group.ts'
export { groupsGolferHooks } from './golfer-hooks.ts'
export { resendOnRequest } from './invitations/invite-golfer.ts'
export { countJoinRequests } from './invite-links/decide-request.ts'
export { isRequestListedIn } from './invite-links/store.ts'
export { findSetupProgress, type JoinReason, notifyJoined } from './members/manage-members.ts'
export { isMember } from './members/store.ts'
export { groupRoutes } from './routes.ts'
export {
  allGroups,
  groupColumns,
  groupMembers,
  groups,
  isMembershipOf,
  isUnpaidAt,
  joinRequests,
  memberCountOf,
  signups,
} from './schema.ts'
export { signUp, startPaidGroup } from './sign-up.ts'
export { deleteOldRows, listedColumns, lockSettings, recordInGroup } from './store.ts'
export { makeLink, prepareInvitationMail } from './welcome/make-link.ts'
export { findPendingSignup } from './welcome/store.ts'
