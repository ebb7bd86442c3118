import type { Context } from '../context.ts'
import { inTransaction, type Queries } from '../platform/database/database.ts'
import { isSameSecond, queueAlignment } from './align-renewal.ts'
import { computePaidTime, type PaidTime } from './compute-paid-time.ts'
import { queueCancellation, stopCharging } from './end-subscription.ts'
import { notifyEnded } from './notify-owner.ts'
import * as store from './store.ts'

/** @param mayExpire false after a webhook event, because the event of a payment may still follow */
export async function updatePaidTime(tx: Queries, groupId: number, now: Date, mayExpire = false) {
  const group = await store.lockGroup(tx, groupId)
  return group && updatePaidTimeOfLockedGroup(tx, group, now, mayExpire)
}

/**
 * Saves the paid time of a locked group. Queues jobs that cancel subscriptions that must not renew, and that
 * move the remaining renewal to the end of the paid time. Only with `mayExpire`, marks a paid group as
 * expired, notifies its owner, and cancels unpaid subscriptions.
 */
export async function updatePaidTimeOfLockedGroup(
  tx: Queries,
  group: store.LockedGroup,
  now: Date,
  mayExpire = false,
): Promise<PaidTime> {
  const ledger = await store.readLedger(tx, group)
  const paidTime = computePaidTime({ ...ledger, now })
  const { until, isPaid, idsToCancel, unpaidIds, renewal } = paidTime
  // If the event of a payment arrives late, the payment can extend a time that had already expired.
  const isExtended = until !== null && group.expiryDate !== null && until > group.expiryDate
  const hadExpired = group.subscriptionStatus === 'expired' && !isExtended
  // If a refund ended the paid time, the owner is notified of the refund, not of the end.
  const hasJustEnded = paidTime.status === 'expired' && !hadExpired && isPaid
  const staysActive = hasJustEnded && !mayExpire
  await store.savePaidTime(tx, group, staysActive ? { ...paidTime, status: 'active' } : paidTime)
  for (const id of idsToCancel) await queueCancellation(tx, id, 'replaced')
  const reportedEnd = ledger.subscriptions.find(({ id }) => id === renewal?.id)?.periodEnd
  if (renewal !== null && !isSameSecond(reportedEnd, renewal.at))
    await queueAlignment(tx, renewal.id)
  if (mayExpire) {
    if (hasJustEnded && until) await notifyEnded(tx, group, until, now)
    for (const id of unpaidIds) await queueCancellation(tx, id, 'unpaid')
  }
  return paidTime
}

export async function expireGroups({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  for (const groupId of await store.listExpiredGroupIds(db, now)) {
    await inTransaction(db, (tx) => updatePaidTime(tx, groupId, now, true))
  }
}

/**
 * Sets when a locked group's time ends: null for never. Only payments after `now` add time to this date.
 * Stops renewals unless the date is in the future.
 */
export async function overrideExpiry(tx: Queries, groupId: number, expiry: Date | null, now: Date) {
  await store.setExpiry(tx, groupId, expiry, now)
  const mustNotRenew = expiry === null || expiry <= now
  const stopsRenewal = mustNotRenew && (await stopCharging(tx, groupId, 'kept'))
  await updatePaidTime(tx, groupId, now)
  return { stopsRenewal }
}
