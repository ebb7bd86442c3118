import { addJob } from '../platform/database/add-job.ts'
import type { Queries } from '../platform/database/database.ts'
import { isSameSecond, queueAlignment } from './queue-alignment.ts'
import { type Reckoned, reckonTime } from './reckon-time.ts'
import { type HeldGroup, lockGroup, readLedger, saveReckoned } from './store.ts'
import { tellEnded } from './tell-owner.ts'

/** A webhook event never expires a group, since more events may be on their way; only the lapse job does. */
type Moment = 'notice' | 'lapse'

/**
 * Computes a group's paid time from its ledger and saves it. Runs in a transaction; returns undefined for a
 * group that was deleted.
 */
export async function reckonGroup(
  tx: Queries,
  groupId: number,
  now: Date,
  moment: Moment = 'notice',
): Promise<Reckoned | undefined> {
  const group = await lockGroup(tx, groupId)
  return group && reckonHeld(tx, group, now, moment)
}

/**
 * Does the same as {@link reckonGroup} for a locked group, and queues what follows. Only the newest of
 * several subscriptions renews, on the date the group is paid until. When its time has lapsed, the owner is
 * notified and unpaid subscriptions are ended.
 */
export async function reckonHeld(
  tx: Queries,
  group: HeldGroup,
  now: Date,
  moment: Moment = 'notice',
): Promise<Reckoned> {
  const ledger = await readLedger(tx, group)
  const reckoned = reckonTime({ ...ledger, now })
  const { until, isPaid, extra, unpaid, renewal } = reckoned
  // If a refund ended the time, the owner is notified of the refund instead.
  const ends = reckoned.status === 'expired' && group.subscriptionStatus !== 'expired' && isPaid
  await saveReckoned(
    tx,
    group,
    ends && moment === 'notice' ? { ...reckoned, status: 'active' } : reckoned,
  )
  for (const id of extra) await queueWhere(tx, id, 'replaced')
  const told = ledger.subscriptions.find(({ id }) => id === renewal?.id)?.periodEnd
  if (renewal !== null && !isSameSecond(told, renewal.at)) await queueAlignment(tx, renewal.id)
  if (moment === 'lapse') {
    if (ends && until) await tellEnded(tx, group, until, now)
    for (const id of unpaid) await queueWhere(tx, id, 'unpaid')
  }
  return reckoned
}

/** Queues a job that ends a subscription if the reason still holds then, after other events have arrived. */
function queueWhere(tx: Queries, id: number, when: 'replaced' | 'unpaid'): Promise<void> {
  return addJob(
    tx,
    'end_subscription',
    { subscriptionId: id, when },
    { key: `end-subscription:${id}:${when}` },
  )
}
