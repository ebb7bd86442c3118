import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'

/**
 * Has an invitation mailed once the transaction of `tx` commits. Whether its address has an account is
 * looked up by the job, so that neither the answer to the inviter nor the time it takes shows it.
 */
export function sendInvitation(tx: Queries, invitationId: number): Promise<void> {
  return addJob(tx, 'mail_invitation', { invitationId })
}
