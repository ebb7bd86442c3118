import { endOfPaidMonths } from '../../contract/billing.ts'
import { isUnpaid } from '../../contract/groups.ts'
import type { Checkout } from './checkouts/store.ts'
import type { readLedger } from './store.ts'

/** Renewals move only to dates at least this far ahead: requests take time, and past dates are refused. */
const MIN_RENEWAL_NOTICE_MS = 600_000

type Ledger = Awaited<ReturnType<typeof readLedger>>
export type LedgerEntry = Ledger['entries'][number]
export type SubscriptionRecord = Ledger['subscriptions'][number]

export type PaidTime = ReturnType<typeof computePaidTime>

/** Returns whether a subscription was paid and has not ended, even if its latest renewal is unpaid. */
export function isLive({ status }: Pick<Checkout, 'status'>): boolean {
  return status === 'active' || status === 'past_due'
}

/** Whether a payment was refunded in full, or is in an open or lost dispute. */
export function isReturned(entry: Pick<LedgerEntry, 'amount' | 'refunded' | 'disputeOutcome'>) {
  return (
    entry.refunded >= entry.amount ||
    entry.disputeOutcome === 'open' ||
    entry.disputeOutcome === 'lost'
  )
}

/** The result depends only on the ledger and `now`, not on the order in which entries were added. */
export function computePaidTime({ base, entries, subscriptions, now }: Ledger & { now: Date }) {
  const creditedEntries = entries.filter(
    (entry) => entry.paidAt !== null && entry.notCredited === null,
  )
  const keptEntries = creditedEntries.filter((entry) => !isReturned(entry))
  const { freeUntil, setAt } = base
  const addsToBase = ({ paidAt }: LedgerEntry) =>
    setAt === null || (paidAt !== null && paidAt > setAt)
  const until = freeUntil && endOfPaidTime(freeUntil, keptEntries.filter(addsToBase))

  const liveSubscriptions = subscriptions.filter(isLive).toSorted((one, other) => one.id - other.id)
  const renewingSubscriptions = liveSubscriptions.filter(
    ({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd,
  )
  // A payer who disputes the latest payment, or got it back, does not want to renew.
  const mayStillRenew = (one: SubscriptionRecord) =>
    one.mayRenew && !isLatestPaymentReturned(one, creditedEntries)
  const toRenew = freeUntil === null ? undefined : renewingSubscriptions.findLast(mayStillRenew)
  const isPaid = keptEntries.length > 0
  const isRenewing = toRenew !== undefined && isPaid
  const current = toRenew ?? liveSubscriptions.at(-1)
  const hasEnded = isUnpaid({ expiryDate: until, renews: isRenewing }, now)
  const withUnpaidRenewal = renewingSubscriptions.filter((one) => hasUnpaidRenewal(one, entries))
  let status: 'active' | 'past_due' | 'expired' | null = isPaid ? 'active' : null
  if (isRenewing && withUnpaidRenewal.includes(toRenew)) status = 'past_due'
  if (hasEnded) status = creditedEntries.length > 0 ? 'expired' : null
  return {
    /** Null if the group's time never ends. */
    until,
    status,
    renews: isRenewing && !hasEnded,
    /** The provider's id of the subscription that may renew, else of the newest live one. */
    subscriptionId: current?.subscriptionId ?? null,
    /** Whether there is a credited payment that was not returned: see {@link isReturned}. */
    isPaid,
    renewal: isPaid ? renewalOf(current, until, now) : null,
    /**
     * Our ids of subscriptions that would charge the payer again, but must not: a newer one replaces them,
     * their latest payment was returned, the group is inactive or has another owner, or its time never ends.
     * Also past-due ones that the payer canceled: until they end, the provider keeps retrying the payment.
     */
    idsToCancel: liveSubscriptions
      .filter((one) => one !== toRenew && (one.status === 'past_due' || !one.cancelAtPeriodEnd))
      .map(({ id }) => id),
    /** Our ids of subscriptions with an unpaid renewal. Empty during the paid time and any grace period. */
    unpaidIds: hasEnded ? withUnpaidRenewal.map(({ id }) => id) : [],
  }
}

/**
 * Returns the date to which the provider must move a subscription's renewal or end: the end of the paid time.
 * Returns null if that date is too near for the provider or if the paid time never ends. Also returns null if
 * the subscription must not renew, or waits for a payment, which will set the date.
 */
function renewalOf(current: SubscriptionRecord | undefined, until: Date | null, now: Date) {
  if (current?.status !== 'active' || !current.mayRenew) return null
  if (until === null || until.getTime() - now.getTime() < MIN_RENEWAL_NOTICE_MS) return null
  return { id: current.id, at: until }
}

function isLatestPaymentReturned({ id }: SubscriptionRecord, credited: readonly LedgerEntry[]) {
  const [latest] = credited
    .filter(({ subscriptionId }) => subscriptionId === id)
    .toSorted((one, other) => other.periodEnd.getTime() - one.periodEnd.getTime())
  return latest !== undefined && isReturned(latest)
}

/**
 * Returns when the paid time ends. Each payment adds its months to the time left, so paying early loses
 * nothing. If no time was left when a payment's period began, the paid time ends with that period.
 */
function endOfPaidTime(freeUntil: Date, kept: readonly LedgerEntry[]): Date {
  const inOrder = kept.toSorted(
    (one, other) =>
      one.periodStart.getTime() - other.periodStart.getTime() ||
      (one.invoiceId < other.invoiceId ? -1 : 1),
  )
  // Round down: the provider stores whole seconds, so it could not renew at the exact time.
  const from = inOrder.length === 0 ? freeUntil : new Date(Math.floor(+freeUntil / 1_000) * 1_000)
  return inOrder.reduce(
    (until, { periodStart, periodEnd }) =>
      until <= periodStart ? periodEnd : endOfPaidMonths(until),
    from,
  )
}

/** Returns whether a subscription's status or invoices show that a renewal failed and is still unpaid. */
function hasUnpaidRenewal(subscription: SubscriptionRecord, entries: readonly LedgerEntry[]) {
  const itsEntries = entries.filter(({ subscriptionId }) => subscriptionId === subscription.id)
  const paid = itsEntries.filter(({ paidAt }) => paidAt !== null)
  // The ledger contains an unpaid invoice only if its payment failed or waits for the bank's confirmation.
  const failed = itsEntries.filter(({ paidAt, isRenewal }) => paidAt === null && isRenewal)
  const unpaidEnds = failed.map(({ periodEnd }) => periodEnd.getTime())
  if (subscription.status === 'past_due') {
    unpaidEnds.push(subscription.periodEnd?.getTime() ?? Number.POSITIVE_INFINITY)
  }
  return (
    Math.max(0, ...unpaidEnds) > Math.max(0, ...paid.map(({ periodEnd }) => periodEnd.getTime()))
  )
}
