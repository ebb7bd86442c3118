import type { ProviderSubscription } from '../providers/payments/payments.ts'
import type { Standing } from './reckon-time.ts'

/** What is known of an attempt, and when the provider reported it. */
export type Known = Pick<Standing, 'status' | 'cancelAtPeriodEnd' | 'periodEnd'> & {
  readonly toldAt: Date | null
}

/** A subscription as the provider reports it. */
export type Told = Pick<ProviderSubscription, 'status' | 'cancelAtPeriodEnd' | 'periodEnd'>

/**
 * Returns what is known of a subscription after this report, whatever order reports arrive in. Canceled is
 * final, paid never becomes unpaid, and otherwise the latest report wins.
 * @returns 'unsure' for a conflicting report from the same second: the provider has to be asked
 */
export function mergeSubscription(known: Known, told: Told, at: Date): Known | 'unsure' {
  if (known.status === 'canceled') return known
  const { status, cancelAtPeriodEnd, periodEnd } = told
  const toldAt = known.toldAt !== null && known.toldAt > at ? known.toldAt : at
  const next = { status, cancelAtPeriodEnd, periodEnd, toldAt }
  const wasPaid = known.status === 'active' || known.status === 'past_due'
  switch (status) {
    case 'canceled':
      return next
    case 'abandoned':
      return wasPaid || known.status === 'abandoned' ? known : next
    case 'incomplete':
      return known.status === 'begun' ? next : known
    case 'active':
    case 'past_due':
      if (!wasPaid || known.toldAt === null || at > known.toldAt) return next
      return at < known.toldAt || isSame(known, told) ? known : 'unsure'
  }
}

/** Returns 'active' for an open or abandoned attempt, since a payment proves that it is under way. */
export function statusOncePaid(status: Known['status']): Known['status'] {
  return status === 'begun' || status === 'incomplete' || status === 'abandoned' ? 'active' : status
}

export function isSame(known: Omit<Known, 'toldAt'>, told: Told): boolean {
  return (
    known.status === told.status &&
    known.cancelAtPeriodEnd === told.cancelAtPeriodEnd &&
    known.periodEnd?.getTime() === told.periodEnd.getTime()
  )
}
