import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { queueEnding } from './queue-ending.ts'
import { type Reckoned, reckonTime } from './reckon-time.ts'
import { type HeldGroup, lockGroup, noteNoRenewal, readLedger, saveReckoned } from './store.ts'
import { tellEnded } from './tell-owner.ts'

/**
 * Reckons how a group stands by its ledger, and writes it; with what follows: the owner is told of an
 * end, of several subscriptions only the newest renews, and one that was not paid in time is ended.
 * Within a transaction; answers undefined for a group that is gone.
 */
export async function reckonGroup(
  tx: Queries,
  groupId: number,
  now: Date,
): Promise<Reckoned | undefined> {
  const group = await lockGroup(tx, groupId)
  return group && reckonHeld(tx, group, now)
}

/** As {@link reckonGroup}, for a group that this transaction holds. */
export async function reckonHeld(tx: Queries, group: HeldGroup, now: Date): Promise<Reckoned> {
  const ledger = await readLedger(tx, group)
  const reckoned = reckonTime({ ...ledger, now })
  await saveReckoned(tx, group, reckoned)
  const { status, until, isPaid, extra, unpaid } = reckoned
  // An end that comes of money given back is told as that.
  if (status === 'expired' && group.subscriptionStatus !== 'expired' && until && isPaid) {
    await tellEnded(tx, group, until, now)
  }
  if (extra.length > 0) {
    await noteNoRenewal(tx, extra)
    for (const id of extra) await queueEnding(tx, { id, when: 'period-end' })
  }
  for (const id of unpaid) {
    const payload = { subscriptionId: id, when: 'unless-paid' }
    await addJob(tx, 'end_subscription', payload, { key: `end-unless-paid:${id}` })
  }
  return reckoned
}
