import * as deletion from '../../contract/group-deletion.ts'
import * as groups from '../../contract/groups.ts'
import * as invitations from '../../contract/invitations.ts'
import * as invites from '../../contract/invites.ts'
import * as members from '../../contract/members.ts'
import { readSite, signUpForTrial } from '../../contract/signups.ts'
import * as welcome from '../../contract/welcome.ts'
import type { Context } from '../context.ts'
import { anyone, anyoneOrSignedIn, signedIn, superAdmin } from '../identity/index.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { memberById, ownerById, ownerOrAdminById, viewerById, viewerBySlug } from './access.ts'
import { checkSlug, createOwnGroup } from './create-group.ts'
import { deleteGroup, listDeletedGroups, restoreGroup } from './deletion/delete-group.ts'
import {
  acceptInvitation,
  declineInvitation,
  listInvitationsTo,
} from './invitations/answer-invitation.ts'
import { inviteGolfer, resendInvitation, withdrawInvitation } from './invitations/invite-golfer.ts'
import { acceptRequest, declineRequest, listOpenRequests } from './invite-links/decide-request.ts'
import {
  changeInviteLink,
  createInviteLink,
  listInviteLinks,
  revokeInviteLink,
} from './invite-links/manage-links.ts'
import { readInviteLink, requestToJoin } from './invite-links/request-to-join.ts'
import {
  changeAdmin,
  leaveGroup,
  listGroupsOf,
  listMembers,
  removeMember,
  transferOwnership,
} from './members/manage-members.ts'
import { signUp } from './sign-up.ts'
import { updateGroup } from './update-group.ts'
import { linkHolder } from './welcome/access.ts'
import { requestLink } from './welcome/make-link.ts'
import { declineLink, readLink, useLink } from './welcome/use-link.ts'

export function groupRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  signupRoutes(route, ctx)
  groupAndMemberRoutes(route, ctx)
  invitationRoutes(route, ctx)
}

function signupRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  const { trialDays, contactEmail = null } = ctx.config
  // Emailed links start a group, accept an invitation or set a password.
  const linkHolders = linkHolder(ctx)

  route(readSite, anyone, async () => ({ trialDays, contactEmail }), { rate: 'public' })
  route(signUpForTrial, anyone, ({ txCtx, body }) => signUp(txCtx, 'trial', body), {
    rate: 'signup',
  })
  route(welcome.forgotPassword, anyone, ({ body }) => requestLink(ctx, body.email), {
    rate: 'signup',
  })

  route(welcome.readWelcome, linkHolders, ({ access }) => readLink(ctx, access), { rate: 'public' })
  route(
    welcome.redeemWelcomeLink,
    linkHolders,
    ({ access, body, userAgent }) => useLink(ctx, access, body, userAgent),
    { rate: 'public' },
  )
  route(welcome.declineWelcomeLink, linkHolders, ({ access }) => declineLink(ctx, access), {
    rate: 'public',
  })
}

function groupAndMemberRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  const golfersOnly = signedIn(ctx)
  const ownersOnly = ownerById(ctx, groups.OWNER_ONLY_MESSAGE)
  const superAdminsOnly = superAdmin(ctx)

  route(groups.listMyGroups, golfersOnly, ({ access }) => listGroupsOf(ctx.db, access))
  route(groups.listGolferGroups, golfersOnly, ({ access }) => listGroupsOf(ctx.db, access))
  route(groups.checkSlug, anyone, ({ params }) => checkSlug(ctx, params.slug), { rate: 'public' })
  route(groups.createGroup, golfersOnly, ({ txCtx, access, body }) =>
    createOwnGroup(txCtx, access, body),
  )
  route(groups.updateGroup, ownersOnly, ({ access, body }) => updateGroup(ctx, access, body))
  route(groups.transferOwnership, ownersOnly, ({ access, body }) =>
    transferOwnership(ctx, access, body.newOwnerId),
  )
  route(deletion.deleteOwnGroup, ownersOnly, ({ access, body }) =>
    deleteGroup(ctx, access, body.name),
  )

  route(deletion.listDeletedGroups, superAdminsOnly, ({ query }) => listDeletedGroups(ctx, query))
  route(deletion.restoreGroup, superAdminsOnly, ({ access, params }) =>
    restoreGroup(ctx, access, params.id),
  )

  route(members.listMembersBySlug, viewerBySlug(ctx), ({ access }) => listMembers(ctx, access))
  route(members.listMembersById, viewerById(ctx), ({ access }) => listMembers(ctx, access))
  route(
    members.removeMember,
    ownerById(ctx, 'Only the group owner can remove members.'),
    ({ access, params }) => removeMember(ctx, access, params.memberId),
  )
  route(
    members.changeAdmin,
    ownerById(ctx, 'Only the group owner can add or remove admins.'),
    ({ access, params, body }) => changeAdmin(ctx, access, params.memberId, body.isAdmin),
  )
  route(members.leaveGroup, memberById(ctx), ({ access }) => leaveGroup(ctx, access))
}

function invitationRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  const golfersOnly = signedIn(ctx)
  const adminsOnly = ownerOrAdminById(ctx)

  route(invitations.listMyInvitations, golfersOnly, ({ access }) =>
    listInvitationsTo(ctx.db, access, ctx.clock.now()),
  )
  route(invitations.acceptInvitation, golfersOnly, ({ access, params }) =>
    acceptInvitation(ctx, access, params.id),
  )
  route(invitations.declineInvitation, golfersOnly, ({ access, params }) =>
    declineInvitation(ctx, access, params.id),
  )
  route(
    members.addMember,
    adminsOnly,
    ({ txCtx, access, body }) => inviteGolfer(txCtx, access, body),
    { rate: 'signup' },
  )
  route(invitations.withdrawInvitation, adminsOnly, ({ access, params }) =>
    withdrawInvitation(ctx, access, params.invitationId),
  )
  route(
    invitations.resendInvitation,
    adminsOnly,
    ({ access, params }) => resendInvitation(ctx, access, params.invitationId),
    { rate: 'signup' },
  )

  route(invites.listInviteLinks, adminsOnly, ({ access }) => listInviteLinks(ctx, access))
  route(invites.createInviteLink, adminsOnly, ({ txCtx, access }) =>
    createInviteLink(txCtx, access),
  )
  route(
    invites.changeInviteLink,
    ownerById(ctx, 'Only the group owner can change "Join without approval."'),
    ({ access, params, body }) =>
      changeInviteLink(ctx, access, params.linkId, body.joinsWithoutApproval),
  )
  route(invites.revokeInviteLink, adminsOnly, ({ access, params }) =>
    revokeInviteLink(ctx, access, params.linkId),
  )
  route(invites.readInviteLink, anyone, ({ params }) => readInviteLink(ctx, params.token), {
    rate: 'public',
  })

  route(
    invites.requestToJoin,
    anyoneOrSignedIn(ctx),
    ({ txCtx, access, params, body }) => requestToJoin(txCtx, access, params.token, body),
    { rate: 'signup' },
  )
  route(invites.listJoinRequests, adminsOnly, ({ access }) => listOpenRequests(ctx.db, access))
  route(invites.acceptRequest, adminsOnly, ({ access, params }) =>
    acceptRequest(ctx, access, params.requestId),
  )
  route(invites.declineRequest, adminsOnly, ({ access, params }) =>
    declineRequest(ctx, access, params.requestId),
  )
}
