import { PaymentRefused } from '../../providers/payments/payments.ts'
import type { Invoice } from './objects.ts'
import type { SandboxTx } from './store.ts'

/** How many seconds a dispute waits for evidence. The sandbox submits none, so the dispute is then lost. */
const EVIDENCE_S = 10 * 86_400

/** Refunds a paid invoice in full. @throws PaymentRefused if it was already refunded, or is disputed */
export async function refundInvoice(tx: SandboxTx, invoice: Invoice): Promise<void> {
  const { id, payment } = invoice
  if (payment.amount_refunded > 0) throw new PaymentRefused(`${id} has been refunded`)
  if (payment.dispute !== null && payment.dispute.status !== 'won') {
    throw new PaymentRefused(`${id} is disputed`)
  }
  payment.amount_refunded = invoice.amount_paid
  await tx.save(invoice)
  await tx.record('charge.refunded', payment)
}

/** Opens a dispute, or withdraws an open one. @throws PaymentRefused after a refund or a closed dispute */
export async function disputeInvoice(tx: SandboxTx, invoice: Invoice): Promise<void> {
  const { id, payment } = invoice
  if (payment.dispute?.status === 'needs_response') return closeDispute(tx, invoice, 'won')
  if (payment.dispute !== null) throw new PaymentRefused(`${id} has been disputed`)
  if (payment.amount_refunded > 0) throw new PaymentRefused(`${id} has been refunded`)
  payment.dispute = { status: 'needs_response', due_by: tx.now + EVIDENCE_S }
  await tx.save(invoice)
  await tx.record('charge.dispute.created', disputeOf(invoice))
}

export async function closeDispute(tx: SandboxTx, invoice: Invoice, status: 'won' | 'lost') {
  if (invoice.payment.dispute !== null) invoice.payment.dispute.status = status
  await tx.save(invoice)
  await tx.record('charge.dispute.closed', disputeOf(invoice))
}

function disputeOf({ amount_paid: amount, payment: { payment_intent, dispute } }: Invoice): object {
  return { payment_intent, amount, status: dispute?.status }
}
