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
import { runOnce } from '../platform/idempotency/run-once.ts'
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
import { LINK_SENT, signUp } from './sign-up.ts'
import { updateGroup } from './update-group.ts'
import { linkHolder } from './welcome/access.ts'
import { requestLink } from './welcome/make-link.ts'
import { declineLink, readLink, useLink } from './welcome/use-link.ts'

export function groupRoutes(route: RegisterRoute, ctx: Context): void {
  signupRoutes(route, ctx)
  welcomeRoutes(route, ctx)
  settingsRoutes(route, ctx)
  memberRoutes(route, ctx)
  inviteLinkRoutes(route, ctx)
  invitationRoutes(route, ctx)
}

function signupRoutes(route: RegisterRoute, ctx: Context): void {
  const { trialDays, contactEmail = null } = ctx.config
  route(readSite, anyone, async () => ({ trialDays, contactEmail }), { rate: 'public' })

  route(
    signUpForTrial,
    anyone,
    runOnce(ctx, async (txCtx, { body }) => {
      await signUp(txCtx, 'trial', body)
      return { message: LINK_SENT }
    }),
    { rate: 'signup' },
  )

  route(
    welcome.forgotPassword,
    anyone,
    async ({ body }) => {
      await requestLink(ctx, body.email)
      return {
        message: 'If this address has an account, a link to set a new password is on its way.',
      }
    },
    { rate: 'signup' },
  )
}

/** Emailed links start a group, accept an invitation or set a password. */
function welcomeRoutes(route: RegisterRoute, ctx: Context): void {
  const reader = linkHolder(ctx)
  const rate = 'public'

  route(welcome.readWelcome, reader, ({ scope }) => readLink(ctx, scope), { rate })

  route(
    welcome.redeemWelcomeLink,
    reader,
    ({ scope, body, userAgent }) => useLink(ctx, scope, body, userAgent),
    { rate },
  )

  route(
    welcome.declineWelcomeLink,
    reader,
    async ({ scope }) => {
      await declineLink(ctx, scope)
      return { message: 'You declined the invitation.' }
    },
    { rate },
  )
}

function settingsRoutes(route: RegisterRoute, ctx: Context): void {
  route(groups.listMyGroups, signedIn(ctx), ({ scope }) => listGroupsOf(ctx.db, scope))
  route(groups.listGolferGroups, signedIn(ctx), ({ scope }) => listGroupsOf(ctx.db, scope))
  route(groups.checkSlug, anyone, ({ params }) => checkSlug(ctx, params.slug), { rate: 'public' })

  route(
    groups.createGroup,
    signedIn(ctx),
    runOnce(ctx, (txCtx, { scope, body }) => createOwnGroup(txCtx, scope, body)),
  )

  const ownersOnly = ownerById(ctx, groups.OWNER_ONLY)
  route(groups.updateGroup, ownersOnly, ({ scope, body }) => updateGroup(ctx, scope, body))
  route(groups.transferOwnership, ownersOnly, ({ scope, body }) =>
    transferOwnership(ctx, scope, body.newOwnerId),
  )
  route(deletion.deleteOwnGroup, ownersOnly, ({ scope, body }) =>
    deleteGroup(ctx, scope, body.name),
  )

  route(deletion.listDeletedGroups, superAdmin(ctx), ({ query }) => listDeletedGroups(ctx, query))
  route(deletion.restoreGroup, superAdmin(ctx), async ({ scope, params }) => {
    const name = await restoreGroup(ctx, scope, params.id)
    return { message: `${name} is back. Its subscription won't restart.` }
  })
}

function memberRoutes(route: RegisterRoute, ctx: Context): void {
  route(members.listMembersBySlug, viewerBySlug(ctx), ({ scope }) => listMembers(ctx, scope))
  route(members.listMembersById, viewerById(ctx), ({ scope }) => listMembers(ctx, scope))

  route(
    members.addMember,
    ownerOrAdminById(ctx),
    runOnce(ctx, (txCtx, { scope, body }) => inviteGolfer(txCtx, scope, body)),
    { rate: 'signup' },
  )

  route(
    members.removeMember,
    ownerById(ctx, 'Only the group owner can remove members.'),
    async ({ scope, params }) => {
      await removeMember(ctx, scope, params.memberId)
      return { message: 'The member has been removed from the group.' }
    },
  )

  route(
    members.changeAdmin,
    ownerById(ctx, 'Only the group owner can add or remove admins.'),
    ({ scope, params, body }) => changeAdmin(ctx, scope, params.memberId, body.isAdmin),
  )

  route(members.leaveGroup, memberById(ctx), async ({ scope }) => {
    await leaveGroup(ctx, scope)
    return { message: `You have left ${scope.group.name}.` }
  })
}

const REQUEST_ANSWERS = {
  requested: "Your request is on its way to the group's owner and admins.",
  member: "You're already a member of this group.",
  joined: "You're now a member of this group.",
  invited: 'We sent you an email with a link to join.',
} as const

function inviteLinkRoutes(route: RegisterRoute, ctx: Context): void {
  const ownersAndAdminsOnly = ownerOrAdminById(ctx)

  route(invites.listInviteLinks, ownersAndAdminsOnly, ({ scope }) => listInviteLinks(ctx, scope))

  route(
    invites.createInviteLink,
    ownersAndAdminsOnly,
    runOnce(ctx, (txCtx, { scope }) => createInviteLink(txCtx, scope)),
  )

  route(
    invites.changeInviteLink,
    ownerById(ctx, 'Only the group owner can change "Join without approval."'),
    ({ scope, params, body }) =>
      changeInviteLink(ctx, scope, params.linkId, body.joinsWithoutApproval),
  )

  route(invites.revokeInviteLink, ownersAndAdminsOnly, async ({ scope, params }) => {
    await revokeInviteLink(ctx, scope, params.linkId)
    return { message: 'The invite link no longer works.' }
  })

  route(invites.readInviteLink, anyone, ({ params }) => readInviteLink(ctx, params.token), {
    rate: 'public',
  })

  route(
    invites.requestToJoin,
    anyoneOrSignedIn(ctx),
    runOnce(ctx, async (txCtx, { scope, params, body }) => {
      const status = await requestToJoin(txCtx, scope, params.token, body)
      return { message: REQUEST_ANSWERS[status], status }
    }),
    { rate: 'signup' },
  )

  route(invites.listJoinRequests, ownersAndAdminsOnly, ({ scope }) =>
    listOpenRequests(ctx.db, scope),
  )

  route(invites.acceptRequest, ownersAndAdminsOnly, ({ scope, params }) =>
    acceptRequest(ctx, scope, params.requestId),
  )

  route(invites.declineRequest, ownersAndAdminsOnly, async ({ scope, params }) => {
    await declineRequest(ctx, scope, params.requestId)
    return { message: 'The request has been declined.' }
  })
}

function invitationRoutes(route: RegisterRoute, ctx: Context): void {
  route(invitations.listMyInvitations, signedIn(ctx), ({ scope }) =>
    listInvitationsTo(ctx.db, scope, ctx.clock.now()),
  )

  route(invitations.acceptInvitation, signedIn(ctx), async ({ scope, params }) => {
    const joined = await acceptInvitation(ctx, scope, params.id)
    return { message: `You're now in ${joined.groupName}.`, ...joined }
  })

  route(invitations.declineInvitation, signedIn(ctx), async ({ scope, params }) => {
    await declineInvitation(ctx, scope, params.id)
    return { message: 'You declined the invitation.' }
  })

  route(invitations.withdrawInvitation, ownerOrAdminById(ctx), async ({ scope, params }) => {
    await withdrawInvitation(ctx, scope, params.invitationId)
    return { message: 'The invitation has been withdrawn.' }
  })

  route(
    invitations.resendInvitation,
    ownerOrAdminById(ctx),
    ({ scope, params }) => resendInvitation(ctx, scope, params.invitationId),
    { rate: 'signup' },
  )
}
