import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'

export type WelcomeReason = 'new-account' | 'forgot-password' | 'start-group'

/** A link for a golfer's account, or for the address of a signup, which may have none. */
export type LinkToSend =
  | {
      readonly reason: 'new-account' | 'forgot-password'
      readonly golferId: number
    }
  | { readonly reason: 'start-group'; readonly signupId: number }

/**
 * Queues the email of a link, to be sent once the transaction of `tx` commits. The job creates the token,
 * so that it is stored nowhere but in the email.
 */
export function sendWelcomeLink(tx: Queries, link: LinkToSend): Promise<void> {
  return addJob(tx, 'mail_welcome_link', { ...link })
}
