import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'

export type WelcomeReason = 'new-account' | 'forgot-password' | 'start-group'

export interface LinkToSend {
  golferId: number
  reason: WelcomeReason
  /** The group that the golfer is in from now on. */
  groupId?: number
  /** The group that waits for the link to be opened. */
  signupId?: number
}

/**
 * Has a link mailed to a golfer once the transaction of `tx` commits. The token is made by the job, so
 * that it is written down nowhere but in the mail.
 */
export function sendWelcomeLink(tx: Queries, link: LinkToSend): Promise<void> {
  return addJob(tx, 'mail_welcome_link', { ...link })
}
