import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/store.ts'

/** What the job looks up. */
export { findWaitingFor } from './store.ts'

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
