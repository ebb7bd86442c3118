import {
  acceptInvitation,
  declineInvitation,
  myInvitations,
  resendInvitation,
  withdrawInvitation,
} from '../../../contract/invitations.ts'
import type { Context } from '../../context.ts'
import { signedIn } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { managerById } from '../access.ts'
import {
  acceptInvitation as accept,
  declineInvitation as decline,
  listMyInvitations,
} from './answer-invitation.ts'
import { resendInvitation as resend, withdrawInvitation as withdraw } from './invite-golfer.ts'

export function invitationRoutes(serve: Serve, ctx: Context): void {
  serve(myInvitations, signedIn(ctx), ({ scope }) => listMyInvitations(ctx, scope))

  serve(acceptInvitation, signedIn(ctx), async ({ scope, params }) => {
    const joined = await accept(ctx, scope, params.id)
    return { message: `You are in ${joined.groupName} now.`, ...joined }
  })

  serve(declineInvitation, signedIn(ctx), async ({ scope, params }) => {
    await decline(ctx, scope, params.id)
    return { message: 'You declined the invitation.' }
  })

  serve(withdrawInvitation, managerById(ctx), async ({ scope, params }) => {
    await withdraw(ctx, scope, params.invitationId)
    return { message: 'The invitation has been withdrawn.' }
  })

  serve(
    resendInvitation,
    managerById(ctx),
    ({ scope, params }) => resend(ctx, scope, params.invitationId),
    { rate: 'signup' },
  )
}
