import * as z from 'zod/mini'
import { email } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { findWaitingFor, sendInvitation } from '../../groups/index.ts'
import { findGolfer } from '../../identity/index.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { mailLink } from './mail-link.ts'

const job = z.object({ email })

/** Runs the job of `requestLink`. @throws Error when the email could not be sent */
export async function answerRequest(ctx: Context, payload: unknown): Promise<void> {
  const { email: address } = job.parse(payload)
  const golferId = await findGolfer(ctx, address)
  logAuthEvent(ctx.log, 'auth.password_reset_requested', { golferId })
  if (golferId !== undefined) return mailLink(ctx, { golferId, reason: 'forgot-password' })
  const { signupId, invitationId } = await findWaitingFor(ctx.db, address, ctx.clock.now())
  if (signupId !== undefined) await mailLink(ctx, { signupId, reason: 'start-group' })
  else if (invitationId !== undefined) await sendInvitation(ctx.db, invitationId)
}
