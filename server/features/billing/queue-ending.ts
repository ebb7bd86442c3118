import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'

/**
 * Has an attempt or a subscription ended at the provider, once the transaction of `tx` commits.
 * @param ending.id our row's
 */
export function queueEnding(
  tx: Queries,
  { id, when }: { id: number; when: 'now' | 'period-end' },
): Promise<void> {
  return addJob(tx, 'end_subscription', { subscriptionId: id, when })
}
