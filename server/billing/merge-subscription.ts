import type { ProviderSubscription } from '../providers/payments/payments.ts'
import type { SubscriptionRecord } from './compute-paid-time.ts'

/** What is known of an attempt, and when the provider reported it. */
export type KnownSubscription = Pick<
  SubscriptionRecord,
  'status' | 'cancelAtPeriodEnd' | 'periodEnd'
> & {
  readonly reportedAt: Date | null
}

/** A subscription as the provider reports it. */
export type ReportedSubscription = Pick<
  ProviderSubscription,
  'status' | 'cancelAtPeriodEnd' | 'periodEnd'
>

/**
 * Returns what is known of a subscription after this report, whatever order reports arrive in. Canceled is
 * final, paid never becomes unpaid, and otherwise the latest report wins.
 * @returns 'unsure' for a conflicting report from the same second: the provider has to be asked
 */
export function mergeSubscription(
  known: KnownSubscription,
  reported: ReportedSubscription,
  at: Date,
): KnownSubscription | 'unsure' {
  if (known.status === 'canceled') return known
  const { status, cancelAtPeriodEnd, periodEnd } = reported
  const reportedAt = known.reportedAt !== null && known.reportedAt > at ? known.reportedAt : at
  const next = { status, cancelAtPeriodEnd, periodEnd, reportedAt }
  const wasPaid = known.status === 'active' || known.status === 'past_due'
  switch (status) {
    case 'canceled':
      return next
    case 'abandoned':
      return wasPaid || known.status === 'abandoned' ? known : next
    case 'incomplete':
      return known.status === 'started' ? next : known
    case 'active':
    case 'past_due':
      if (!wasPaid || known.reportedAt === null || at > known.reportedAt) return next
      return at < known.reportedAt || isSame(known, reported) ? known : 'unsure'
  }
}

/** Returns 'active' for an open or abandoned attempt, since a payment proves that it is under way. */
export function statusOncePaid(status: KnownSubscription['status']): KnownSubscription['status'] {
  return status === 'started' || status === 'incomplete' || status === 'abandoned'
    ? 'active'
    : status
}

export function isSame(
  known: Omit<KnownSubscription, 'reportedAt'>,
  reported: ReportedSubscription,
): boolean {
  return (
    known.status === reported.status &&
    known.cancelAtPeriodEnd === reported.cancelAtPeriodEnd &&
    known.periodEnd?.getTime() === reported.periodEnd.getTime()
  )
}
