import {
  acceptRequest,
  createInviteLink,
  declineRequest,
  listInviteLinks,
  listJoinRequests,
  readInvite,
  requestToJoin,
  revokeInviteLink,
} from '../../../contract/invites.ts'
import type { Context } from '../../context.ts'
import { anyone, anyoneOrSignedIn } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { managerById } from '../access.ts'
import {
  acceptRequest as accept,
  declineRequest as decline,
  listJoinRequests as listRequests,
} from './decide-request.ts'
import {
  createInviteLink as createLink,
  listInviteLinks as listLinks,
  revokeInviteLink as revokeLink,
} from './manage-links.ts'
import { requestToJoin as ask, readInvite as read } from './request-to-join.ts'

const ANSWERS = {
  requested: "Your request is on its way to the group's owner and admins.",
  member: 'You are a member of this group already.',
} as const

export function inviteRoutes(serve: Serve, ctx: Context): void {
  serve(listInviteLinks, managerById(ctx), ({ scope }) => listLinks(ctx, scope))

  serve(
    createInviteLink,
    managerById(ctx),
    runOnce(ctx, (within, { scope }) => createLink(within, scope)),
  )

  serve(revokeInviteLink, managerById(ctx), async ({ scope, params }) => {
    await revokeLink(ctx, scope, params.linkId)
    return { message: 'The invite link works no more.' }
  })

  serve(readInvite, anyone, ({ params }) => read(ctx, params.token), { rate: 'public' })

  serve(
    requestToJoin,
    anyoneOrSignedIn(ctx),
    runOnce(ctx, async (within, { scope, params, body }) => {
      const status = await ask(within, scope, params.token, body)
      return { message: ANSWERS[status], status }
    }),
    { rate: 'signup' },
  )

  serve(listJoinRequests, managerById(ctx), ({ scope }) => listRequests(ctx, scope))

  serve(acceptRequest, managerById(ctx), ({ scope, params }) =>
    accept(ctx, scope, params.requestId),
  )

  serve(declineRequest, managerById(ctx), async ({ scope, params }) => {
    await decline(ctx, scope, params.requestId)
    return { message: 'The request has been declined.' }
  })
}
