import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PRICE_CENTS } from '../../../../contract/limits.ts'
import type {
  changeSandboxPortal,
  readSandboxPortal,
  TestCard,
} from '../../../../contract/sandbox.ts'
import { PaymentRefused } from '../payments.ts'
import {
  type Customer,
  dateOf,
  get,
  type Invoice,
  newId,
  recordEvent,
  type SandboxTransaction,
  type Subscription,
  secondsOf,
} from './objects.ts'
import { REFUSALS } from './pay-invoice.ts'
import { disputeInvoice, refundInvoice } from './refund-or-dispute.ts'
import { chargeInvoice, renewSubscription } from './renewals.ts'
import { endWithPeriod, hasEnded, listInvoices } from './subscriptions.ts'

type PortalView = ResponseOf<typeof readSandboxPortal>
export type PortalChange = BodyOf<typeof changeSandboxPortal>

/** The result of a change. 'not-now': the subscription's status does not allow it. */
export type ChangeResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'declined' | 'not-now'; readonly message: string }

const OPEN_S = 3_600

export async function openPortal(
  tx: SandboxTransaction,
  { id: customer }: Customer,
  returnUrl: string,
): Promise<string> {
  const id = newId('bps')
  const url = tx.linkTo(`/sandbox/portal/${id}`)
  await tx.save({
    id,
    object: 'billing_portal.session',
    created: secondsOf(tx.now),
    url,
    return_url: returnUrl,
    customer,
  })
  return url
}

async function findPortal(tx: SandboxTransaction, id: string) {
  const session = await tx.find('billing_portal.session', id)
  return session !== undefined && secondsOf(tx.now) < session.created + OPEN_S ? session : undefined
}

/** Returns undefined if the session is unknown or has expired. */
export async function viewPortal(
  tx: SandboxTransaction,
  id: string,
): Promise<PortalView | undefined> {
  const session = await findPortal(tx, id)
  if (session === undefined) return undefined
  const { customer, return_url: returnUrl } = session
  const { email, default_payment_method: card } = await get(tx, 'customer', customer)
  const subscriptions = await tx.list('subscription', { customer })
  const invoices = await tx.list('invoice', { customer })
  return {
    email,
    returnUrl,
    card,
    subscriptions: subscriptions.reverse().map((subscription) => ({
      id: subscription.id,
      description: subscription.description,
      status: subscription.status,
      amount: PRICE_CENTS,
      periodEnd: instantOf(subscription.items.data[0].current_period_end),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
    })),
    invoices: invoices
      .reverse()
      // Moving a renewal date creates an invoice of 0. Hide it, because the payer did not cause it.
      .filter(({ amount_due }) => amount_due > 0)
      .map((invoice) => ({
        id: invoice.id,
        createdAt: instantOf(invoice.created),
        amount: invoice.amount_due,
        status: statusOf(invoice),
      })),
  }
}

/** Returns the status to show for an invoice. A refund or a dispute of its payment takes precedence. */
function statusOf({ status, payment: { amount_refunded, dispute } }: Invoice): string {
  if (amount_refunded > 0) return 'refunded'
  if (dispute === null || dispute.status === 'won') return status
  return dispute.status === 'lost' ? 'dispute_lost' : 'disputed'
}

const instantOf = (seconds: number) => dateOf(seconds).toISOString()

/** Returns undefined if the session is unknown or has expired, or the subscription is another customer's. */
export async function applyPortalChange(
  tx: SandboxTransaction,
  id: string,
  change: PortalChange,
): Promise<ChangeResult | undefined> {
  const session = await findPortal(tx, id)
  if (session === undefined) return undefined
  if (change.action === 'card') return changeCard(tx, session.customer, change.card)
  const subscription = await tx.find('subscription', change.subscriptionId)
  if (subscription?.customer !== session.customer) return undefined
  if (change.action === 'refund' || change.action === 'dispute') {
    return refundOrDispute(tx, subscription, change.action)
  }
  if (!isUnderWay(subscription)) return notNow('This subscription has ended.')
  if (change.action === 'renew') return renewNow(tx, subscription)
  await endWithPeriod(tx, subscription, change.action === 'cancel')
  return { outcome: 'done' }
}

const notNow = (message: string): ChangeResult => ({ outcome: 'not-now', message })

const isUnderWay = (subscription: Subscription) =>
  !hasEnded(subscription) && subscription.status !== 'incomplete'

/** Changes the card for all future payments. An open invoice is charged at its next retry. */
async function changeCard(
  tx: SandboxTransaction,
  customerId: string,
  card: TestCard,
): Promise<ChangeResult> {
  const message = REFUSALS[card]
  if (message !== undefined) return { outcome: 'declined', message }
  const customer = await get(tx, 'customer', customerId)
  customer.default_payment_method = card
  await tx.save(customer)
  for (const subscription of await tx.list('subscription', { customer: customerId })) {
    if (!isUnderWay(subscription)) continue
    subscription.default_payment_method = card
    await tx.save(subscription)
    await recordEvent(tx, 'customer.subscription.updated', subscription)
  }
  return { outcome: 'done' }
}

/** Renews a subscription now. If its last renewal failed, retries that renewal instead. */
async function renewNow(tx: SandboxTransaction, subscription: Subscription): Promise<ChangeResult> {
  const [open] = await listInvoices(tx, subscription, 'open')
  if (open === undefined && subscription.cancel_at_period_end) {
    return notNow('This subscription is cancelled. Tap "Keep Subscription" first.')
  }
  const charged =
    open === undefined ? await renewSubscription(tx, subscription) : await chargeInvoice(tx, open)
  if (charged.outcome === 'paid') return { outcome: 'done' }
  if (charged.outcome === 'declined') return charged
  const message = 'The bank needs approval first. Nothing was charged.'
  return { outcome: 'declined', message }
}

/** Refunds or disputes the latest payment. Disputing it again withdraws the dispute. */
async function refundOrDispute(
  tx: SandboxTransaction,
  subscription: Subscription,
  how: 'refund' | 'dispute',
): Promise<ChangeResult> {
  const paid = await listInvoices(tx, subscription, 'paid')
  const [latest] = paid
    .filter(({ amount_paid }) => amount_paid > 0)
    .sort((one, other) => other.lines.data[0].period.end - one.lines.data[0].period.end)
  if (latest === undefined) return notNow('Nothing has been paid yet.')
  try {
    await (how === 'refund' ? refundInvoice(tx, latest) : disputeInvoice(tx, latest))
    return { outcome: 'done' }
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return notNow('This payment was already refunded or disputed.')
  }
}
