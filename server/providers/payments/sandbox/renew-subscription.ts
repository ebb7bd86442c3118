import { beginNextPeriod } from './begin-subscription.ts'
import type { Charged } from './charge-card.ts'
import { endSubscription } from './end-subscription.ts'
import type { Invoice, Subscription } from './objects.ts'
import { billOf, get, payInvoice } from './pay-invoice.ts'
import { recordEvent, type SandboxTransaction } from './transaction.ts'

const DAY_S = 86_400

/** Days after a failed renewal on which it is retried; after the last failure the subscription ends. */
const RETRY_DAYS = [3, 5, 7] as const

/** Charges the card for the next period. */
export async function renewSubscription(
  turn: SandboxTransaction,
  subscription: Subscription,
): Promise<Charged> {
  const customer = await get(turn, 'customer', subscription.customer)
  return tryInvoice(turn, await beginNextPeriod(turn, subscription, customer))
}

/** Charges the saved card for an open invoice, without the cardholder present. */
export async function tryInvoice(turn: SandboxTransaction, invoice: Invoice): Promise<Charged> {
  const bill = await billOf(turn, invoice)
  const { subscription } = bill
  const days = RETRY_DAYS[invoice.attempt_count]
  invoice.attempt_count += 1
  invoice.next_payment_attempt = days === undefined ? null : invoice.created + days * DAY_S
  const card = subscription.default_payment_method ?? 'pm_card_chargeDeclined'
  const charged = await payInvoice(turn, bill, card, { isAbsent: true })
  if (charged.outcome !== 'paid') await fallBehind(turn, subscription, days === undefined)
  return charged
}

async function fallBehind(
  turn: SandboxTransaction,
  subscription: Subscription,
  isLast: boolean,
): Promise<void> {
  if (isLast) return endSubscription(turn, subscription)
  if (subscription.status === 'past_due') return turn.save(subscription)
  subscription.status = 'past_due'
  await turn.save(subscription)
  await recordEvent(turn, 'customer.subscription.updated', subscription)
}
