import * as z from 'zod/mini'
import { email } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/auth-events.ts'
import { addJob } from '../../platform/database/add-job.ts'
import { findGolfer } from '../golfers/find-golfer.ts'
import { mailLink } from './mail-link.ts'

const job = z.object({ email })

/**
 * Has a link to set a new password mailed to whoever has this address. Whether anybody has is looked
 * up later, so that neither the answer nor the time it takes tells.
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
  const golferId = await findGolfer(ctx, job.parse(payload).email)
  logAuthEvent(ctx.log, 'auth.password_reset_requested', { golferId })
  if (golferId !== undefined) await mailLink(ctx, { golferId, reason: 'forgot-password' })
}
