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

  route(welcome.readWelcome, linkHolders, ({ scope }) => readLink(ctx, scope), { rate: 'public' })
  route(
    welcome.redeemWelcomeLink,
    linkHolders,
    ({ scope, body, userAgent }) => useLink(ctx, scope, body, userAgent),
    { rate: 'public' },
  )
  route(welcome.declineWelcomeLink, linkHolders, ({ scope }) => declineLink(ctx, scope), {
    rate: 'public',
  })
}

function groupAndMemberRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  const golfersOnly = signedIn(ctx)
  const ownersOnly = ownerById(ctx, groups.OWNER_ONLY)
  const superAdminsOnly = superAdmin(ctx)

  route(groups.listMyGroups, golfersOnly, ({ scope }) => listGroupsOf(ctx.db, scope))
  route(groups.listGolferGroups, golfersOnly, ({ scope }) => listGroupsOf(ctx.db, scope))
  route(groups.checkSlug, anyone, ({ params }) => checkSlug(ctx, params.slug), { rate: 'public' })
  route(groups.createGroup, golfersOnly, ({ txCtx, scope, body }) =>
    createOwnGroup(txCtx, scope, body),
  )
  route(groups.updateGroup, ownersOnly, ({ scope, body }) => updateGroup(ctx, scope, body))
  route(groups.transferOwnership, ownersOnly, ({ scope, body }) =>
    transferOwnership(ctx, scope, body.newOwnerId),
  )
  route(deletion.deleteOwnGroup, ownersOnly, ({ scope, body }) =>
    deleteGroup(ctx, scope, body.name),
  )

  route(deletion.listDeletedGroups, superAdminsOnly, ({ query }) => listDeletedGroups(ctx, query))
  route(deletion.restoreGroup, superAdminsOnly, ({ scope, params }) =>
    restoreGroup(ctx, scope, params.id),
  )

  route(members.listMembersBySlug, viewerBySlug(ctx), ({ scope }) => listMembers(ctx, scope))
  route(members.listMembersById, viewerById(ctx), ({ scope }) => listMembers(ctx, scope))
  route(
    members.removeMember,
    ownerById(ctx, 'Only the group owner can remove members.'),
    ({ scope, params }) => removeMember(ctx, scope, params.memberId),
  )
  route(
    members.changeAdmin,
    ownerById(ctx, 'Only the group owner can add or remove admins.'),
    ({ scope, params, body }) => changeAdmin(ctx, scope, params.memberId, body.isAdmin),
  )
  route(members.leaveGroup, memberById(ctx), ({ scope }) => leaveGroup(ctx, scope))
}

function invitationRoutes(route: RegisterRoute<Context>, ctx: Context): void {
  const golfersOnly = signedIn(ctx)
  const adminsOnly = ownerOrAdminById(ctx)

  route(invitations.listMyInvitations, golfersOnly, ({ scope }) =>
    listInvitationsTo(ctx.db, scope, ctx.clock.now()),
  )
  route(invitations.acceptInvitation, golfersOnly, ({ scope, params }) =>
    acceptInvitation(ctx, scope, params.id),
  )
  route(invitations.declineInvitation, golfersOnly, ({ scope, params }) =>
    declineInvitation(ctx, scope, params.id),
  )
  route(
    members.addMember,
    adminsOnly,
    ({ txCtx, scope, body }) => inviteGolfer(txCtx, scope, body),
    { rate: 'signup' },
  )
  route(invitations.withdrawInvitation, adminsOnly, ({ scope, params }) =>
    withdrawInvitation(ctx, scope, params.invitationId),
  )
  route(
    invitations.resendInvitation,
    adminsOnly,
    ({ scope, params }) => resendInvitation(ctx, scope, params.invitationId),
    { rate: 'signup' },
  )

  route(invites.listInviteLinks, adminsOnly, ({ scope }) => listInviteLinks(ctx, scope))
  route(invites.createInviteLink, adminsOnly, ({ txCtx, scope }) => createInviteLink(txCtx, scope))
  route(
    invites.changeInviteLink,
    ownerById(ctx, 'Only the group owner can change "Join without approval."'),
    ({ scope, params, body }) =>
      changeInviteLink(ctx, scope, params.linkId, body.joinsWithoutApproval),
  )
  route(invites.revokeInviteLink, adminsOnly, ({ scope, params }) =>
    revokeInviteLink(ctx, scope, params.linkId),
  )
  route(invites.readInviteLink, anyone, ({ params }) => readInviteLink(ctx, params.token), {
    rate: 'public',
  })

  route(
    invites.requestToJoin,
    anyoneOrSignedIn(ctx),
    ({ txCtx, scope, params, body }) => requestToJoin(txCtx, scope, params.token, body),
    { rate: 'signup' },
  )
  route(invites.listJoinRequests, adminsOnly, ({ scope }) => listOpenRequests(ctx.db, scope))
  route(invites.acceptRequest, adminsOnly, ({ scope, params }) =>
    acceptRequest(ctx, scope, params.requestId),
  )
  route(invites.declineRequest, adminsOnly, ({ scope, params }) =>
    declineRequest(ctx, scope, params.requestId),
  )
}
