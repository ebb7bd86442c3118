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
export { createGroup } from './create-group.ts'
export { purgeDeletedGroups, removeGroupNow } from './deletion/purge-groups.ts'
export { groupDeletionRoutes } from './deletion/routes.ts'
export { groupsGolferHooks } from './golfer-hooks.ts'
export { deleteOldInvitations } from './invitations/answer-invitation.ts'
export { prepareInvitationMail } from './invitations/prepare-mail.ts'
export { invitationRoutes } from './invitations/routes.ts'
export { sendInvitation } from './invitations/send-invitation.ts'
export { deleteOldInvites } from './invite-links/delete-old-invites.ts'
export { inviteRoutes } from './invite-links/routes.ts'
export { joinRequests } from './invite-links/schema.ts'
export { slugTaken } from './lock-slug.ts'
export { type JoinedGroup, notifyJoined } from './members/notify-joined.ts'
export { memberRoutes } from './members/routes.ts'
export { groupMembers, placeOf } from './members/schema.ts'
export { groupRoutes } from './routes.ts'
export { allGroups, groupColumns, groups } from './schema.ts'
export { signupRoutes } from './signups/routes.ts'
export { signups } from './signups/schema.ts'
export { LINK_SENT, signUp } from './signups/sign-up.ts'
export { deleteOldSignups, startPaidGroup } from './signups/start-group.ts'
export { makeLink } from './welcome/make-link.ts'
export { findWaitingFor } from './welcome/request-link.ts'
export { welcomeRoutes } from './welcome/routes.ts'
export { deleteOldLinks } from './welcome/use-link.ts'
