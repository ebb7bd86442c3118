export {
  asMember,
  type FoundGroup,
  type GroupMember,
  type GroupOwner,
  type GroupViewer,
  memberByBody,
  memberById,
  memberWithoutSession,
  ownerByBody,
  ownerById,
  proveViewer,
  requireSubscription,
  viewerById,
  viewerBySlug,
} from './access.ts'
export { createGroup } from './create-group.ts'
export { purgeDeletedGroups, removeAtOnce } from './deletion/purge-groups.ts'
export { groupDeletionRoutes } from './deletion/routes.ts'
export { groupsGolferHooks } from './golfer-hooks.ts'
export { slugTaken } from './hold-slug.ts'
export { forgetInvitations } from './invitations/answer-invitation.ts'
export { prepareInvitationMail } from './invitations/prepare-mail.ts'
export { invitationRoutes } from './invitations/routes.ts'
export { sendInvitation } from './invitations/send-invitation.ts'
export { forgetOldInvites } from './invite-links/forget-old.ts'
export { inviteRoutes } from './invite-links/routes.ts'
export { joinRequests } from './invite-links/schema.ts'
export { type Joined, notifyJoined } from './members/notify-joined.ts'
export { memberRoutes } from './members/routes.ts'
export { groupMembers, placeOf } from './members/schema.ts'
export { groupRoutes } from './routes.ts'
export { allGroups, groupColumns, groups } from './schema.ts'
export { signupRoutes } from './signups/routes.ts'
export { signups } from './signups/schema.ts'
export { LINK_SENT, signUp } from './signups/sign-up.ts'
export { forgetSignups, startPaidGroup } from './signups/start-group.ts'
export { makeLink } from './welcome/make-link.ts'
export { findWaitingFor } from './welcome/request-link.ts'
export { welcomeRoutes } from './welcome/routes.ts'
export { forgetLinks } from './welcome/use-link.ts'
