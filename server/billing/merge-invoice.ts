import { PRICE_CENTS, PRICE_CURRENCY } from '../../contract/limits.ts'
import type { PaymentFact } from '../providers/payments/payments.ts'
import type { payments } from './schema.ts'

export type Invoice = typeof payments.$inferSelect
export type InvoiceFact = Extract<PaymentFact, { kind: 'invoice' }>

/** Why a payment for a deleted group is refunded. */
export const GROUP_GONE = 'group-gone'

/** What an invoice belongs to. */
interface InvoiceOwner {
  readonly subscriptionId: number
  readonly groupId: number | null
  /** Whether its group still waits for its owner to open the link; the payment counts once it starts. */
  readonly isWaiting: boolean
}

/**
 * Merges another event into what is known of an invoice. Paid stays paid, whatever came before or comes
 * later; otherwise the latest event wins.
 */
export function mergeInvoice(
  known: Invoice | undefined,
  fact: InvoiceFact,
  { isWaiting, ...of }: InvoiceOwner,
): Invoice {
  const { invoiceId, amount, currency, periodStart, periodEnd, hostedUrl, isRenewal, at } = fact
  const reported = { amount, currency, periodStart, periodEnd, hostedUrl, isRenewal }
  const when = (outcome: InvoiceFact['outcome']) => (fact.outcome === outcome ? at : null)
  if (known === undefined) {
    return {
      ...reported,
      invoiceId,
      ...of,
      paymentId: null,
      paidAt: when('paid'),
      failedAt: when('failed'),
      actionRequiredAt: when('action-required'),
      notCredited: when('paid') && whyNotCredited(reported, { ...of, isWaiting }),
      createdAt: at,
    }
  }
  const holds = known.paidAt === null && (fact.outcome === 'paid' || at >= lastOf(known))
  const next = {
    ...known,
    ...(holds && reported),
    groupId: known.groupId ?? of.groupId,
    paidAt: earlier(known.paidAt, when('paid')),
    failedAt: later(known.failedAt, when('failed')),
    actionRequiredAt: later(known.actionRequiredAt, when('action-required')),
    createdAt: earlier(known.createdAt, at) ?? at,
  }
  return {
    ...next,
    notCredited: next.paidAt && (known.notCredited ?? whyNotCredited(next, { ...next, isWaiting })),
  }
}

/** Returns why a payment is not credited; null if it is the exact price for an existing or waiting group. */
function whyNotCredited(
  { amount, currency }: Pick<Invoice, 'amount' | 'currency'>,
  { groupId, isWaiting }: Pick<InvoiceOwner, 'groupId' | 'isWaiting'>,
): string | null {
  if (groupId === null && !isWaiting) return GROUP_GONE
  if (currency !== PRICE_CURRENCY) return `currency ${currency}`
  return amount === PRICE_CENTS ? null : `amount ${amount}`
}

function lastOf({ failedAt, actionRequiredAt }: Invoice): Date {
  return later(failedAt, actionRequiredAt) ?? new Date(0)
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
