import * as z from 'zod/mini'
import { email } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { findGolfer } from '../../identity/golfers/find-golfer.ts'
import { mailLink } from '../../messaging/links/mail-link.ts'
import { logAuthEvent } from '../../platform/auth-events.ts'
import { addJob } from '../../platform/database/add-job.ts'
import { sendInvitation } from '../invitations/send-invitation.ts'
import { findWaitingFor } from './store.ts'

const job = z.object({ email })

/**
 * Queues an email with a link to set a new password for the golfer with this address. An address without an
 * account gets its pending signup or invitation link again. The job looks up which it is, so neither the
 * response nor its timing reveals it.
 */
export function requestLink(ctx: Pick<Context, 'db'>, email: string): Promise<void> {
  return addJob(
    ctx.db,
    'forgot_password',
    { email },
    { key: `forgot_password:${email.toLowerCase()}` },
  )
}

/** Runs the job of {@link requestLink}. @throws Error when the email could not be sent */
export async function answerRequest(ctx: Context, payload: unknown): Promise<void> {
  const { email: address } = job.parse(payload)
  const golferId = await findGolfer(ctx, address)
  logAuthEvent(ctx.log, 'auth.password_reset_requested', { golferId })
  if (golferId !== undefined) return mailLink(ctx, { golferId, reason: 'forgot-password' })
  const { signupId, invitationId } = await findWaitingFor(ctx.db, address, ctx.clock.now())
  if (signupId !== undefined) await mailLink(ctx, { signupId, reason: 'start-group' })
  else if (invitationId !== undefined) await sendInvitation(ctx.db, invitationId)
}
