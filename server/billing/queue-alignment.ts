import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'

/** Queues a job that moves a subscription's renewal to the date its group is paid until. */
export function queueAlignment(tx: Queries, id: number): Promise<void> {
  return addJob(tx, 'align_renewal', { subscriptionId: id }, { key: `align-renewal:${id}` })
}

/** Returns whether two times are the same to the provider, which stores whole seconds. */
export function isSameSecond(one: Date | null | undefined, other: Date): boolean {
  return one != null && Math.floor(+one / 1_000) === Math.floor(+other / 1_000)
}
