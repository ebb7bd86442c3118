import {
  addMember,
  changeAdmin,
  leaveGroup,
  membersById,
  membersBySlug,
  removeMember,
} from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { managerById, memberById, ownerById, viewerById, viewerBySlug } from '../access.ts'
import { inviteGolfer } from '../invitations/invite-golfer.ts'
import { changeAdmin as change } from './change-admin.ts'
import { listMembers } from './list-members.ts'
import { leaveGroup as leave, removeMember as remove } from './remove-member.ts'

export function memberRoutes(serve: Serve, ctx: Context): void {
  serve(membersBySlug, viewerBySlug(ctx), ({ scope }) => listMembers(ctx, scope))

  serve(membersById, viewerById(ctx), ({ scope }) => listMembers(ctx, scope))

  serve(
    addMember,
    managerById(ctx),
    runOnce(ctx, (within, { scope, body }) => {
      const { name, email, phone } = body
      return inviteGolfer(within, scope, { name, email, phone })
    }),
    { rate: 'signup' },
  )

  serve(
    removeMember,
    ownerById(ctx, 'Only the group owner can remove members.'),
    async ({ scope, params }) => {
      await remove(ctx, scope, params.memberId)
      return { message: 'The member has been removed from the group.' }
    },
  )

  serve(
    changeAdmin,
    ownerById(ctx, 'Only the group owner can make or unmake admins.'),
    ({ scope, params, body }) => change(ctx, scope, params.memberId, body.isAdmin),
  )

  serve(leaveGroup, memberById(ctx), async ({ scope }) => {
    await leave(ctx, scope)
    return { message: `You have left ${scope.group.name}.` }
  })
}
