import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isSameSecond, queueAlignment } from './queue-alignment.ts'
import { type Reckoned, reckonTime } from './reckon-time.ts'
import { type HeldGroup, lockGroup, readLedger, saveReckoned } from './store.ts'
import { tellEnded } from './tell-owner.ts'

/** What becomes known of a group can end its time only for now: the rest may still be on its way. */
type Moment = 'notice' | 'lapse'

/**
 * Reckons how a group stands by its ledger, and writes it. Within a transaction; answers undefined for
 * a group that is gone.
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
 * As {@link reckonGroup}, for a group that this transaction holds; with what follows: of several
 * subscriptions only the newest renews, and on the date that the group is paid until; when its time has
 * lapsed, its owner is told, and what was not paid in time is ended.
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
  // An end that comes of money given back is told as that.
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

/** Has a subscription ended if that is still so when the job is worked: all that was told is in by then. */
function queueWhere(tx: Queries, id: number, when: 'replaced' | 'unpaid'): Promise<void> {
  return addJob(
    tx,
    'end_subscription',
    { subscriptionId: id, when },
    { key: `end-subscription:${id}:${when}` },
  )
}
