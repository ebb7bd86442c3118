import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'

/**
 * Queues a job that ends an attempt or a subscription at the provider once the transaction commits.
 * @param ending.id our row's id
 */
export function queueCancellation(
  tx: Queries,
  { id, when }: { id: number; when: 'now' | 'period-end' },
): Promise<void> {
  return addJob(tx, 'end_subscription', { subscriptionId: id, when })
}
