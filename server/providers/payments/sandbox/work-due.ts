import { expireCheckout } from './checkout.ts'
import { endSubscription } from './end-subscription.ts'
import { type Subscription, secondsOf } from './objects.ts'
import { closeDispute } from './refund-or-dispute.ts'
import { renewSubscription, tryInvoice } from './renew-subscription.ts'
import type { SandboxTransaction } from './transaction.ts'

/** How long a first payment can be made. */
const FIRST_PAYMENT_S = 23 * 3_600

/** Does everything that is due: expirations, retries, renewals and lost disputes. */
export async function workDue(turn: SandboxTransaction): Promise<void> {
  const now = secondsOf(turn.now)
  for (const session of await turn.list('checkout.session', { status: 'open' })) {
    if (session.expires_at <= now) await expireCheckout(turn, session)
  }
  for (const begun of await turn.list('subscription', { status: 'incomplete' })) {
    if (begun.created + FIRST_PAYMENT_S <= now) await endSubscription(turn, begun)
  }
  // Retries come before renewals: a renewal that fails here gets its first retry later.
  for (const invoice of await turn.list('invoice', { status: 'open' })) {
    const { next_payment_attempt: next } = invoice
    if (next !== null && next <= now) await tryInvoice(turn, invoice)
  }
  for (const status of ['past_due', 'active', 'trialing']) {
    for (const subscription of await turn.list('subscription', { status })) {
      await workPeriods(turn, subscription, now)
    }
  }
  for (const dispute of await turn.list('dispute', { status: 'needs_response' })) {
    if (dispute.evidence_details.due_by <= now) await closeDispute(turn, dispute, 'lost')
  }
}

async function workPeriods(
  turn: SandboxTransaction,
  known: Subscription,
  now: number,
): Promise<void> {
  let subscription: Subscription | undefined = known
  while (subscription !== undefined && endOf(subscription) <= now) {
    if (subscription.cancel_at_period_end) return endSubscription(turn, subscription)
    if (subscription.status !== 'active' && subscription.status !== 'trialing') return
    await renewSubscription(turn, subscription)
    subscription = await turn.find('subscription', subscription.id)
  }
}

function endOf({ items }: Subscription): number {
  return items.data[0].current_period_end
}
