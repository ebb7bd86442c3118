import * as z from 'zod/mini'
import { email } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/auth-events.ts'
import { addJob } from '../../platform/database/add-job.ts'
import { findGolfer } from '../golfers/find-golfer.ts'
import { sendInvitation } from '../invitations/send-invitation.ts'
import { mailLink } from './mail-link.ts'
import { findWaitingFor } from './store.ts'

const job = z.object({ email })

/**
 * Has a link to set a new password mailed to the golfer with this address; to an address without an
 * account, the link again to what waits for it. Which it is, is looked up later, so that neither the
 * answer nor the time it takes shows.
 */
export function requestLink(ctx: Pick<Context, 'db'>, email: string): Promise<void> {
  return addJob(
    ctx.db,
    'forgot_password',
    { email },
    { key: `forgot_password:${email.toLowerCase()}` },
  )
}

/** The job of {@link requestLink}. @throws Error when the mail could not be handed over */
export async function answerRequest(ctx: Context, payload: unknown): Promise<void> {
  const { email: address } = job.parse(payload)
  const golferId = await findGolfer(ctx, address)
  logAuthEvent(ctx.log, 'auth.password_reset_requested', { golferId })
  if (golferId !== undefined) return mailLink(ctx, { golferId, reason: 'forgot-password' })
  const { signupId, invitationId } = await findWaitingFor(ctx.db, address, ctx.clock.now())
  if (signupId !== undefined) await mailLink(ctx, { signupId, reason: 'start-group' })
  else if (invitationId !== undefined) await sendInvitation(ctx.db, invitationId)
}
