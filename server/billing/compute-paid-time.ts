import { endOfPaidMonths } from '../../contract/billing.ts'
import { GRACE_DAYS } from '../../contract/limits.ts'
import type { Checkout } from './checkouts/store.ts'
import type { Invoice, Refunds } from './store.ts'

export const GRACE_MS = GRACE_DAYS * 86_400_000
/**
 * The provider accepts no renewal date in the past. A date closer than this could be past when the
 * request arrives.
 */
const TOO_SOON_MS = 600_000

/** The time that payments are added to: see the table `group_times`. */
interface PaidTimeBase {
  /** Null for no end. */
  readonly freeUntil: Date | null
  readonly setAt: Date | null
}

/** An invoice in the ledger, with its payment's refunds and disputes. */
export interface Entry
  extends Pick<Invoice, 'invoiceId' | 'subscriptionId' | 'amount' | 'periodStart' | 'periodEnd'>,
    Pick<Invoice, 'paidAt' | 'notCredited' | 'isRenewal'>,
    Pick<Refunds, 'refunded' | 'disputeOutcome'> {
  readonly hasFailed: boolean
}

/** A checkout, or the subscription it became. */
export interface SubscriptionRecord
  extends Pick<Checkout, 'id' | 'subscriptionId' | 'status' | 'cancelAtPeriodEnd' | 'periodEnd'> {
  /** Whether its payer owns the group and the group is switched on. */
  readonly mayRenew: boolean
}

/** Everything that a group's paid time is computed from. */
export interface Ledger {
  readonly base: PaidTimeBase
  readonly entries: readonly Entry[]
  readonly subscriptions: readonly SubscriptionRecord[]
}

export interface PaidTime {
  /** Null for no end. */
  readonly until: Date | null
  readonly status: 'active' | 'past_due' | 'expired' | null
  readonly renews: boolean
  /** The provider's id of the newest live subscription. */
  readonly subscriptionId: string | null
  /** Whether a payment that was not returned (refunded or disputed) covers some of the time. */
  readonly isPaid: boolean
  /** Our id of the subscription to renew or end on this date, which is when the paid time ends. */
  readonly renewal: { readonly id: number; readonly at: Date } | null
  /**
   * Our ids of subscriptions that must not renew: they were replaced or their payment was returned, or their
   * group has another owner, is switched off or has no end.
   */
  readonly toCancel: readonly number[]
  /** Our ids of subscriptions whose renewal was still unpaid when the grace period ended. */
  readonly unpaid: readonly number[]
}

/** Returns whether a subscription is paid for, or its renewal is being retried. */
export function isLive({ status }: Pick<Checkout, 'status'>): boolean {
  return status === 'active' || status === 'past_due'
}

/** Returns whether a payment was refunded in full, is disputed, or was lost in a dispute. */
export function isRefundedOrDisputed({
  amount,
  refunded,
  disputeOutcome,
}: Pick<Entry, 'amount' | 'refunded' | 'disputeOutcome'>): boolean {
  return refunded >= amount || disputeOutcome === 'open' || disputeOutcome === 'lost'
}

/**
 * Computes a group's paid time and status from its ledger. The result depends only on the ledger and `now`,
 * not on the order in which entries were made.
 */
export function computePaidTime({
  base,
  entries,
  subscriptions,
  now,
}: Ledger & { now: Date }): PaidTime {
  const paid = entries.filter((entry) => entry.paidAt !== null && entry.notCredited === null)
  const credited = paid.filter((entry) => !isRefundedOrDisputed(entry))
  const { freeUntil, setAt } = base
  const isAdded = ({ paidAt }: Entry) => setAt === null || (paidAt !== null && paidAt > setAt)
  const until = freeUntil && untilOf(freeUntil, credited.filter(isAdded))

  const living = subscriptions.filter(isLive).toSorted((one, other) => one.id - other.id)
  const renewing = living.filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd)
  // A subscription does not renew if its group has no end, has another owner or is switched off. It does
  // not renew after a dispute or a full refund either: the cardholder does not want it.
  const mayStillRenew = (one: SubscriptionRecord) => one.mayRenew && !isRefunded(one, paid)
  const newest = freeUntil === null ? undefined : renewing.findLast(mayStillRenew)
  const isPaid = credited.length > 0
  const goesOn = newest !== undefined && isPaid
  const hasEnded = until !== null && until.getTime() + (goesOn ? GRACE_MS : 0) <= now.getTime()
  const behind = renewing.filter((one) => isAwaitingRenewal(one, entries))
  let status: PaidTime['status'] = isPaid ? 'active' : null
  if (goesOn && behind.includes(newest)) status = 'past_due'
  if (hasEnded) status = paid.length > 0 ? 'expired' : null
  return {
    until,
    status,
    renews: goesOn && !hasEnded,
    subscriptionId: living.at(-1)?.subscriptionId ?? null,
    isPaid,
    renewal: isPaid ? renewalOf(living.at(-1), until, now) : null,
    toCancel: renewing.filter((one) => one !== newest).map(({ id }) => id),
    unpaid: hasEnded ? behind.map(({ id }) => id) : [],
  }
}

/**
 * Returns when the newest subscription must renew or end: on the date its group is paid until. Null for a
 * subscription that is waiting for a payment, which gets its date from that payment.
 */
function renewalOf(
  newest: SubscriptionRecord | undefined,
  until: Date | null,
  now: Date,
): PaidTime['renewal'] {
  if (newest === undefined || newest.status !== 'active' || !newest.mayRenew) return null
  if (until === null || until.getTime() - now.getTime() < TOO_SOON_MS) return null
  return { id: newest.id, at: until }
}

/** Returns whether the latest payment of a subscription was refunded or is disputed. */
function isRefunded({ id }: SubscriptionRecord, paid: readonly Entry[]): boolean {
  const [latest] = paid
    .filter(({ subscriptionId }) => subscriptionId === id)
    .toSorted((one, other) => other.periodEnd.getTime() - one.periodEnd.getTime())
  return latest !== undefined && isRefundedOrDisputed(latest)
}

/**
 * Adds each payment's months to the time left, so paying early loses nothing. A payment whose period begins
 * after the earlier time has ended counts until that period's end, by the provider's own calendar.
 */
function untilOf(freeUntil: Date, credited: readonly Entry[]): Date {
  const inOrder = credited.toSorted(
    (one, other) =>
      one.periodStart.getTime() - other.periodStart.getTime() ||
      (one.invoiceId < other.invoiceId ? -1 : 1),
  )
  // The provider stores whole seconds.
  const from = inOrder.length === 0 ? freeUntil : new Date(Math.floor(+freeUntil / 1_000) * 1_000)
  return inOrder.reduce(
    (until, { periodStart, periodEnd }) =>
      until <= periodStart ? periodEnd : endOfPaidMonths(until),
    from,
  )
}

/** Returns whether a subscription is waiting for a payment that failed, by its status or by its invoices. */
function isAwaitingRenewal(subscription: SubscriptionRecord, entries: readonly Entry[]): boolean {
  const own = entries.filter(({ subscriptionId }) => subscriptionId === subscription.id)
  const paid = own.filter(({ paidAt }) => paidAt !== null)
  const failed = own.filter((entry) => entry.paidAt === null && entry.hasFailed && entry.isRenewal)
  const due = failed.map(({ periodEnd }) => periodEnd.getTime())
  if (subscription.status === 'past_due') {
    due.push(subscription.periodEnd?.getTime() ?? Number.POSITIVE_INFINITY)
  }
  return Math.max(0, ...due) > Math.max(0, ...paid.map(({ periodEnd }) => periodEnd.getTime()))
}
