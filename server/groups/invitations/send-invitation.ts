import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'

/**
 * Queues the email of an invitation, to be sent once the transaction of `tx` commits. The job looks up
 * whether the address has an account, so neither the response to the inviter nor its timing reveals it.
 */
export function sendInvitation(tx: Queries, invitationId: number): Promise<void> {
  return addJob(tx, 'mail_invitation', { invitationId })
}
