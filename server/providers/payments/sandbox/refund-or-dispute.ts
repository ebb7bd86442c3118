import { PaymentRefused } from '../payments.ts'
import { type Charge, type Dispute, newId, secondsOf } from './objects.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

const DAY_S = 86_400

/** How long a dispute waits for evidence. None is ever submitted here, so it is lost after that. */
const ANSWER_DAYS = 10

/** @throws PaymentRefused when the payment was never charged */
export async function chargeOf(turn: SandboxTransaction, paymentId: string): Promise<Charge> {
  const [charge] = await turn.list('charge', { payment_intent: paymentId })
  if (charge === undefined) throw new PaymentRefused(`No charge for ${paymentId}`)
  return charge
}

/** Refunds a charge in full. @throws PaymentRefused when it is already refunded, or disputed */
export async function refundCharge(turn: SandboxTransaction, charge: Charge): Promise<void> {
  if (charge.refunded) throw new PaymentRefused(`${charge.id} has been refunded`)
  const [dispute] = await turn.list('dispute', { charge: charge.id })
  if (dispute !== undefined && dispute.status !== 'won') {
    throw new PaymentRefused(`${charge.id} is disputed`)
  }
  charge.amount_refunded = charge.amount
  charge.refunded = true
  await turn.save(charge)
  await recordEvent(turn, 'charge.refunded', charge)
}

/**
 * Opens a cardholder's dispute; or withdraws an open one, so that it is won.
 * @throws PaymentRefused when the charge was refunded, or its dispute is closed
 */
export async function disputeCharge(turn: SandboxTransaction, charge: Charge): Promise<void> {
  const [known] = await turn.list('dispute', { charge: charge.id })
  if (known?.status === 'needs_response') return closeDispute(turn, known, 'won')
  if (known !== undefined) throw new PaymentRefused(`${charge.id} has been disputed`)
  if (charge.refunded) throw new PaymentRefused(`${charge.id} has been refunded`)
  const now = secondsOf(turn.now)
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
  await turn.save(charge)
  await turn.save(dispute)
  await recordEvent(turn, 'charge.dispute.created', dispute)
}

export async function closeDispute(
  turn: SandboxTransaction,
  dispute: Dispute,
  status: 'won' | 'lost',
): Promise<void> {
  dispute.status = status
  await turn.save(dispute)
  await recordEvent(turn, 'charge.dispute.closed', dispute)
}
