import type { ProviderSubscription } from '../../providers/payments/payments.ts'
import type { Standing } from './reckon-time.ts'

/** What is known of an attempt, and when the provider said so. */
export type Known = Pick<Standing, 'status' | 'cancelAtPeriodEnd' | 'periodEnd'> & {
  readonly toldAt: Date | null
}

/** As the provider tells of a subscription. */
export type Told = Pick<ProviderSubscription, 'status' | 'cancelAtPeriodEnd' | 'periodEnd'>

/**
 * What is known once this is told, in whatever order things are told: the end is the end, what has
 * been paid is never unpaid again, and else the latest word holds.
 * @returns 'unsure' for another word of the same second: the provider is to be asked
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

/** Nobody pays for what cannot be paid any more, so what is paid is under way. */
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
