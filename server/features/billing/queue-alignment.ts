import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Has a subscription renew on the date that its group is paid until, once the transaction commits. */
export function queueAlignment(tx: Queries, id: number): Promise<void> {
  return addJob(tx, 'align_renewal', { subscriptionId: id }, { key: `align-renewal:${id}` })
}

/** Whether two instants are one to the provider, which knows whole seconds. */
export function isSameSecond(one: Date | null | undefined, other: Date): boolean {
  return one != null && Math.floor(+one / 1_000) === Math.floor(+other / 1_000)
}
