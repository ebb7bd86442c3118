import { usableUntil } from '../../contract/groups.ts'
import { notify } from '../messaging/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { isReturned, type PaidTime } from './compute-paid-time.ts'
import type { Invoice, LockedGroup, RefundTotals } from './store.ts'

type OwnedGroup = Pick<LockedGroup, 'id' | 'ownerId'>

export async function notifyPaid(
  tx: Queries,
  { id: groupId, ownerId: golferId }: OwnedGroup,
  { invoiceId }: Invoice,
  { until }: PaidTime,
  now: Date,
) {
  const data = { paidUntil: until?.toISOString() ?? null }
  await notify(tx, 'paid', [{ golferId, groupId, data, key: `paid:${invoiceId}` }], now)
}

/**
 * Notifies the owner that a renewal failed, or that the bank wants a confirmation. Sends each of these two
 * messages at most once per invoice.
 */
export async function notifyFailed(
  tx: Queries,
  { id, ownerId }: OwnedGroup,
  { invoiceId, hostedUrl }: Invoice,
  { until, mustConfirm }: { until: Date | null; mustConfirm: boolean },
  now: Date,
) {
  const graceUntil = usableUntil({ expiryDate: until, renews: true })?.toISOString() ?? null
  const data = { invoiceId, graceUntil, action: mustConfirm, url: hostedUrl }
  const key = `payment-failed:${invoiceId}:${mustConfirm ? 'action' : 'failed'}`
  await notify(tx, 'payment-failed', [{ golferId: ownerId, groupId: id, data, key }], now)
}

/**
 * Notifies the owner, and the payer if they are a member, of each new total of refunds, and once if there is
 * an open or lost dispute. After a transfer of the group, the payer may be a former owner.
 */
export async function notifyRefundedOrDisputed(
  tx: Queries,
  { id: groupId, ownerId, payerId }: OwnedGroup & { readonly payerId: number | null },
  invoice: Invoice,
  { paymentId, refunded, disputed, disputeOutcome }: RefundTotals,
  { until }: PaidTime,
  now: Date,
) {
  const send = (amount: number, how: 'refunded' | 'disputed', suffix: string) => {
    const key = `payment-returned:${paymentId}:${suffix}`
    const recipients = [...new Set([payerId ?? ownerId, ownerId])].map((golferId) => {
      const isPayer = golferId === payerId
      const isPartial = how === 'refunded' && amount < invoice.amount
      const data = { amount, how, isPartial, isPayer, until: until?.toISOString() ?? null }
      return { golferId, groupId, data, key: isPayer ? key : `${key}:owner` }
    })
    return notify(tx, 'payment-returned', recipients, now)
  }
  if (refunded > 0) await send(refunded, 'refunded', `refunded:${refunded}`)
  const isDisputed = isReturned({ amount: invoice.amount, refunded: 0, disputeOutcome })
  if (isDisputed) await send(disputed, 'disputed', 'disputed')
}

export function notifyEnded(tx: Queries, { id, ownerId }: OwnedGroup, until: Date, now: Date) {
  const key = `subscription-ended:${id}:${until.toISOString()}`
  return notify(tx, 'subscription-ended', [{ golferId: ownerId, groupId: id, key }], now)
}
