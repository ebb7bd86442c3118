import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import { computePaidTime, type PaidTime } from './compute-paid-time.ts'
import { notifyEnded } from './notify-owner.ts'
import { isSameSecond, queueAlignment } from './queue-alignment.ts'
import { type LockedGroup, lockGroup, readLedger, savePaidTime } from './store.ts'

/** A webhook event never expires a group, since more events may be on their way; only the lapse job does. */
type RecomputeReason = 'notice' | 'lapse'

/**
 * Computes a group's paid time from its ledger and saves it. Runs in a transaction; returns undefined for a
 * group that was deleted.
 */
export async function updatePaidTime(
  tx: Queries,
  groupId: number,
  now: Date,
  moment: RecomputeReason = 'notice',
): Promise<PaidTime | undefined> {
  const group = await lockGroup(tx, groupId)
  return group && updateLockedGroup(tx, group, now, moment)
}

/**
 * Does the same as {@link updatePaidTime} for a locked group, and queues what follows. Only the newest of
 * several subscriptions renews, on the date the group is paid until. When its time has lapsed, the owner is
 * notified and unpaid subscriptions are ended.
 */
export async function updateLockedGroup(
  tx: Queries,
  group: LockedGroup,
  now: Date,
  moment: RecomputeReason = 'notice',
): Promise<PaidTime> {
  const ledger = await readLedger(tx, group)
  const paidTime = computePaidTime({ ...ledger, now })
  const { until, isPaid, extra, unpaid, renewal } = paidTime
  // If a refund ended the time, the owner is notified of the refund instead.
  const ends = paidTime.status === 'expired' && group.subscriptionStatus !== 'expired' && isPaid
  await savePaidTime(
    tx,
    group,
    ends && moment === 'notice' ? { ...paidTime, status: 'active' } : paidTime,
  )
  for (const id of extra) await queueCancellationIf(tx, id, 'replaced')
  const reported = ledger.subscriptions.find(({ id }) => id === renewal?.id)?.periodEnd
  if (renewal !== null && !isSameSecond(reported, renewal.at)) await queueAlignment(tx, renewal.id)
  if (moment === 'lapse') {
    if (ends && until) await notifyEnded(tx, group, until, now)
    for (const id of unpaid) await queueCancellationIf(tx, id, 'unpaid')
  }
  return paidTime
}

/** Queues a job that ends a subscription if the reason still holds then, after other events have arrived. */
function queueCancellationIf(tx: Queries, id: number, when: 'replaced' | 'unpaid'): Promise<void> {
  return addJob(
    tx,
    'end_subscription',
    { subscriptionId: id, when },
    { key: `end-subscription:${id}:${when}` },
  )
}
