import { endOfPaidMonths } from '../../../contract/billing.ts'
import { GRACE_DAYS } from '../../../contract/limits.ts'
import type { SubscriptionStatus } from '../../providers/payments/payments.ts'

export const GRACE_MS = GRACE_DAYS * 86_400_000
/** The provider takes no renewal date in the past; nearer than this it would be by the time it is asked. */
const TOO_SOON_MS = 600_000

/** From when payments are counted: see `group_times`. */
export interface Base {
  /** Null: no end. */
  readonly freeUntil: Date | null
  readonly setAt: Date | null
}

/** An invoice in the ledger, and what came back of its payment. */
export interface Entry {
  readonly invoiceId: string
  /** Our row's id. */
  readonly subscriptionId: number
  readonly amount: number
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly paidAt: Date | null
  readonly hasFailed: boolean
  readonly notCredited: string | null
  readonly isRenewal: boolean
  readonly refunded: number
  readonly disputeOutcome: 'open' | 'won' | 'lost' | null
}

/** An attempt, or the subscription that came of it. */
export interface Standing {
  readonly id: number
  /** The provider's id. */
  readonly subscriptionId: string | null
  readonly status: 'begun' | SubscriptionStatus
  readonly cancelAtPeriodEnd: boolean
  readonly periodEnd: Date | null
  /** Whether who pays for it owns the group, and that is switched on. */
  readonly mayRenew: boolean
}

export interface Reckoned {
  /** Null: no end. */
  readonly until: Date | null
  readonly status: 'active' | 'past_due' | 'expired' | null
  readonly renews: boolean
  /** The newest subscription that lives, by the provider's id. */
  readonly subscriptionId: string | null
  /** Whether some of the time is paid for with money that was kept. */
  readonly isPaid: boolean
  /** The subscription, by our id, that the provider renews or ends on this date: when the paid time is over. */
  readonly renewal: { readonly id: number; readonly at: Date } | null
  /** What renews and must not, by our ids: a newer one does, it is a former owner's, its money was taken back, the group is off or has no end. */
  readonly extra: readonly number[]
  /** What was waited for in vain until the grace was over, by our ids. */
  readonly unpaid: readonly number[]
}

/** Whether all of a payment was given back, or its payer's bank has taken it. */
export function isReturned({
  amount,
  refunded,
  disputeOutcome,
}: Pick<Entry, 'amount' | 'refunded' | 'disputeOutcome'>): boolean {
  return refunded >= amount || disputeOutcome === 'open' || disputeOutcome === 'lost'
}

/**
 * How a group stands by its ledger. The same of the same ledger and moment, in whatever order its
 * entries were made.
 */
export function reckonTime({
  base,
  entries,
  subscriptions,
  now,
}: {
  base: Base
  entries: readonly Entry[]
  subscriptions: readonly Standing[]
  now: Date
}): Reckoned {
  const paid = entries.filter((entry) => entry.paidAt !== null && entry.notCredited === null)
  const credited = paid.filter((entry) => !isReturned(entry))
  const until = base.freeUntil && untilOf(base.freeUntil, credited.filter(isSince(base.setAt)))

  const living = subscriptions
    .filter(({ status }) => status === 'active' || status === 'past_due')
    .toSorted((one, other) => one.id - other.id)
  const renewing = living.filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd)
  // Nobody pays on for what has no end, for what somebody else owns, or for what is switched off.
  // Nor for what a bank has taken back: the cardholder does not want it.
  const mayGoOn = (one: Standing) => one.mayRenew && !isTakenBack(one, paid)
  const newest = base.freeUntil === null ? undefined : renewing.findLast(mayGoOn)
  const goesOn = newest !== undefined && credited.length > 0
  const isOver = until !== null && until.getTime() + (goesOn ? GRACE_MS : 0) <= now.getTime()
  const behind = renewing.filter((one) => isBehind(one, entries))
  const isLate = goesOn && behind.includes(newest)
  return {
    until,
    status: statusOf({ isOver, isLate, wasPaid: paid.length > 0, isPaid: credited.length > 0 }),
    renews: goesOn && !isOver,
    subscriptionId: living.at(-1)?.subscriptionId ?? null,
    isPaid: credited.length > 0,
    renewal: credited.length > 0 ? renewalOf(living.at(-1), until, now) : null,
    extra: renewing.filter((one) => one !== newest).map(({ id }) => id),
    unpaid: isOver ? behind.map(({ id }) => id) : [],
  }
}

function statusOf(group: {
  isOver: boolean
  isLate: boolean
  wasPaid: boolean
  isPaid: boolean
}): Reckoned['status'] {
  if (group.isOver) return group.wasPaid ? 'expired' : null
  if (group.isLate) return 'past_due'
  return group.isPaid ? 'active' : null
}

const isSince =
  (setAt: Date | null) =>
  ({ paidAt }: Entry): boolean =>
    setAt === null || (paidAt !== null && paidAt > setAt)

/**
 * When the newest subscription is to renew, or to end: on the date that its group is paid until. One that
 * waits for a payment has its date from that payment.
 */
function renewalOf(
  newest: Standing | undefined,
  until: Date | null,
  now: Date,
): Reckoned['renewal'] {
  if (newest === undefined || newest.status !== 'active' || !newest.mayRenew) return null
  if (until === null || until.getTime() - now.getTime() < TOO_SOON_MS) return null
  return { id: newest.id, at: until }
}

/** Whether the latest payment of a subscription was given back, or is disputed. */
function isTakenBack({ id }: Standing, paid: readonly Entry[]): boolean {
  const [latest] = paid
    .filter(({ subscriptionId }) => subscriptionId === id)
    .toSorted((one, other) => other.periodEnd.getTime() - one.periodEnd.getTime())
  return latest !== undefined && isReturned(latest)
}

/**
 * Each payment adds its months to what is left: paying early loses nothing. One whose period begins when
 * the time before is over is paid until that period ends, by the provider's own calendar.
 */
function untilOf(freeUntil: Date, credited: readonly Entry[]): Date {
  const inOrder = credited.toSorted(
    (one, other) =>
      one.periodStart.getTime() - other.periodStart.getTime() ||
      (one.invoiceId < other.invoiceId ? -1 : 1),
  )
  // The provider knows whole seconds.
  const from = inOrder.length === 0 ? freeUntil : new Date(Math.floor(+freeUntil / 1_000) * 1_000)
  return inOrder.reduce(
    (until, { periodStart, periodEnd }) =>
      until <= periodStart ? periodEnd : endOfPaidMonths(until),
    from,
  )
}

/** Whether a subscription waits for a payment that failed: as it says, or as its invoices do. */
function isBehind(subscription: Standing, entries: readonly Entry[]): boolean {
  const own = entries.filter(({ subscriptionId }) => subscriptionId === subscription.id)
  const paid = own.filter(({ paidAt }) => paidAt !== null)
  const failed = own.filter((entry) => entry.paidAt === null && entry.hasFailed && entry.isRenewal)
  const due = failed.map(({ periodEnd }) => periodEnd.getTime())
  if (subscription.status === 'past_due') {
    due.push(subscription.periodEnd?.getTime() ?? Number.POSITIVE_INFINITY)
  }
  return Math.max(0, ...due) > Math.max(0, ...paid.map(({ periodEnd }) => periodEnd.getTime()))
}
