import { PaymentRefused } from '../payments.ts'
import { type Charge, type Dispute, newId, secondsOf } from './objects.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

const DAY_S = 86_400

/** How long a dispute waits for evidence. None is ever submitted here, so it is lost after that. */
const ANSWER_DAYS = 10

/** @throws PaymentRefused when the payment was never charged */
export async function chargeOf(tx: SandboxTransaction, paymentId: string): Promise<Charge> {
  const [charge] = await tx.list('charge', { payment_intent: paymentId })
  if (charge === undefined) throw new PaymentRefused(`No charge for ${paymentId}`)
  return charge
}

/** Refunds a charge in full. @throws PaymentRefused when it is already refunded, or disputed */
export async function refundCharge(tx: SandboxTransaction, charge: Charge): Promise<void> {
  if (charge.refunded) throw new PaymentRefused(`${charge.id} has been refunded`)
  const [dispute] = await tx.list('dispute', { charge: charge.id })
  if (dispute !== undefined && dispute.status !== 'won') {
    throw new PaymentRefused(`${charge.id} is disputed`)
  }
  charge.amount_refunded = charge.amount
  charge.refunded = true
  await tx.save(charge)
  await recordEvent(tx, 'charge.refunded', charge)
}

/**
 * Opens a cardholder's dispute; or withdraws an open one, so that it is won.
 * @throws PaymentRefused when the charge was refunded, or its dispute is closed
 */
export async function disputeCharge(tx: SandboxTransaction, charge: Charge): Promise<void> {
  const [known] = await tx.list('dispute', { charge: charge.id })
  if (known?.status === 'needs_response') return closeDispute(tx, known, 'won')
  if (known !== undefined) throw new PaymentRefused(`${charge.id} has been disputed`)
  if (charge.refunded) throw new PaymentRefused(`${charge.id} has been refunded`)
  const now = secondsOf(tx.now)
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    created: now,
    status: 'needs_response',
    reason: 'general',
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    evidence_details: { due_by: now + ANSWER_DAYS * DAY_S, has_evidence: false, past_due: false },
  }
  charge.disputed = true
  await tx.save(charge)
  await tx.save(dispute)
  await recordEvent(tx, 'charge.dispute.created', dispute)
}

export async function closeDispute(
  tx: SandboxTransaction,
  dispute: Dispute,
  status: 'won' | 'lost',
): Promise<void> {
  dispute.status = status
  await tx.save(dispute)
  await recordEvent(tx, 'charge.dispute.closed', dispute)
}
