import type { BodyOf } from '../../../contract/endpoint.ts'
import { PRICE_CENTS } from '../../../contract/limits.ts'
import type { changeSandboxPortal, TestCard } from '../../../contract/sandbox.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import { disputeInvoice, listInvoices, REFUSALS, refundInvoice } from './invoices.ts'
import { type Customer, dateOf, type Invoice, newId, type Subscription } from './objects.ts'
import { chargeInvoice, renewSubscription } from './renewals.ts'
import type { SandboxTx } from './store.ts'
import { hasEnded, setCancelAtPeriodEnd } from './subscriptions.ts'

type PortalChange = BodyOf<typeof changeSandboxPortal>

const PORTAL_OPEN_S = 3_600

export async function openPortal(tx: SandboxTx, { id: customer }: Customer, return_url: string) {
  const id = newId('bps')
  const url = tx.linkTo(`/sandbox/portal/${id}`)
  await tx.create('billing_portal.session', id, { url, return_url, customer })
  return url
}

async function getPortalSession(tx: SandboxTx, id: string) {
  const session = await tx.find('billing_portal.session', id)
  if (session === undefined || tx.now >= session.created + PORTAL_OPEN_S) throw notFound('page')
  return session
}

export async function readPortal(tx: SandboxTx, id: string) {
  const { customer, return_url: returnUrl } = await getPortalSession(tx, id)
  const { email, default_payment_method: card } = await tx.get('customer', customer)
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
      periodStart: instantOf(subscription.items.data[0].current_period_start),
      periodEnd: instantOf(subscription.items.data[0].current_period_end),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
    })),
    invoices: invoices
      .reverse()
      // Moving a renewal date creates an invoice of 0. Hide this invoice, because the payer did not cause it.
      .filter(({ amount_due }) => amount_due > 0)
      .map((invoice) => ({
        id: invoice.id,
        createdAt: instantOf(invoice.created),
        amount: invoice.amount_due,
        status: statusOf(invoice),
      })),
  }
}

function statusOf({ status, payment: { amount_refunded, dispute } }: Invoice): string {
  if (amount_refunded > 0) return 'refunded'
  if (dispute === null || dispute.status === 'won') return status
  return dispute.status === 'lost' ? 'dispute_lost' : 'disputed'
}

const instantOf = (seconds: number) => dateOf(seconds).toISOString()

/** Returns why a renewal failed, or undefined. @throws AppError NOT_FOUND; CARD_DECLINED; OUT_OF_DATE */
export async function applyPortalChange(tx: SandboxTx, id: string, change: PortalChange) {
  const { customer } = await getPortalSession(tx, id)
  if (change.action === 'card') return changeCard(tx, customer, change.card)
  const subscription = await tx.find('subscription', change.subscriptionId)
  if (subscription?.customer !== customer) throw notFound('subscription')
  if (change.action === 'refund' || change.action === 'dispute') {
    return refundOrDispute(tx, subscription, change.action)
  }
  if (!isUnderWay(subscription)) throw outOfDateError('This subscription has ended.')
  if (change.action === 'renew') return renewNow(tx, subscription)
  return setCancelAtPeriodEnd(tx, subscription, change.action === 'cancel')
}

const outOfDateError = (message: string) => new AppError('OUT_OF_DATE', message)

const isUnderWay = (subscription: Subscription) =>
  !hasEnded(subscription) && subscription.status !== 'incomplete'

/** Changes the card for all future payments. An open invoice is charged at its next retry. */
async function changeCard(tx: SandboxTx, customerId: string, card: TestCard): Promise<undefined> {
  const refusal = REFUSALS[card]
  if (refusal !== undefined) throw new AppError('CARD_DECLINED', refusal)
  const customer = await tx.get('customer', customerId)
  customer.default_payment_method = card
  await tx.save(customer)
  for (const subscription of await tx.list('subscription', { customer: customerId })) {
    if (!isUnderWay(subscription)) continue
    subscription.default_payment_method = card
    await tx.record('customer.subscription.updated', subscription)
  }
}

/** Renews a subscription now. If its last renewal failed, retries that renewal instead. */
async function renewNow(tx: SandboxTx, subscription: Subscription): Promise<string | undefined> {
  const [openInvoice] = await listInvoices(tx, subscription.id, 'open')
  if (openInvoice === undefined && subscription.cancel_at_period_end) {
    throw outOfDateError('This subscription is cancelled. Tap "Keep Subscription" first.')
  }
  const chargeResult =
    openInvoice === undefined
      ? await renewSubscription(tx, subscription)
      : await chargeInvoice(tx, openInvoice)
  if (chargeResult.outcome === 'paid') return undefined
  if (chargeResult.outcome === 'declined') return chargeResult.message
  return 'The bank needs approval first. Nothing was charged.'
}

/** Refunds or disputes the latest payment. Disputing it a second time withdraws the dispute. */
async function refundOrDispute(
  tx: SandboxTx,
  subscription: Subscription,
  how: 'refund' | 'dispute',
): Promise<undefined> {
  const paid = await listInvoices(tx, subscription.id, 'paid')
  const [latest] = paid
    .filter(({ amount_paid }) => amount_paid > 0)
    .sort((one, other) => other.lines.data[0].period.end - one.lines.data[0].period.end)
  if (latest === undefined) throw outOfDateError('Nothing has been paid yet.')
  try {
    await (how === 'refund' ? refundInvoice(tx, latest) : disputeInvoice(tx, latest))
  } catch (error) {
    if (!(error instanceof PaymentCallRefused)) throw error
    throw outOfDateError('This payment was already refunded or disputed.')
  }
}
