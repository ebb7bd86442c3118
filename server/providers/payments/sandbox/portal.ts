import type { AnswerOf, BodyOf } from '../../../../contract/endpoint.ts'
import type { changeSandboxPortal, readSandboxPortal } from '../../../../contract/sandbox.ts'
import { PaymentRefused } from '../payments.ts'
import { endWithPeriod, hasEnded, openInvoices } from './end-subscription.ts'
import {
  dateOf,
  type Invoice,
  newId,
  type PortalSession,
  type Subscription,
  secondsOf,
} from './objects.ts'
import { billOf, findCardRefusal, get } from './pay-invoice.ts'
import { chargeOf, disputeCharge, refundCharge } from './refund-or-dispute.ts'
import { chargeInvoice, renewSubscription } from './renewals.ts'
import { recordEvent, type SandboxStorage, type SandboxTransaction } from './transaction.ts'

export type PortalView = AnswerOf<typeof readSandboxPortal>
export type PortalChange = BodyOf<typeof changeSandboxPortal>

/** The result of a change: 'not-now' means that the subscription's status does not allow it. */
export type ChangeResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'declined'; readonly message: string }
  | { readonly outcome: 'not-now'; readonly message: string }

const OPEN_S = 3_600

export async function openPortal(
  tx: SandboxTransaction,
  storage: SandboxStorage,
  customer: string,
  returnUrl: string,
): Promise<PortalSession> {
  const id = newId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: secondsOf(tx.now),
    customer,
    livemode: false,
    return_url: returnUrl,
    url: storage.linkTo(`/sandbox/portal/${id}`),
  }
  await tx.save(session)
  return session
}

/** Finds a portal session, unless it is more than an hour old. */
export async function findPortal(
  tx: SandboxTransaction,
  id: string,
): Promise<PortalSession | undefined> {
  const session = await tx.find('billing_portal.session', id)
  return session !== undefined && secondsOf(tx.now) < session.created + OPEN_S ? session : undefined
}

export async function viewPortal(
  tx: SandboxTransaction,
  session: PortalSession,
): Promise<PortalView> {
  const customer = await get(tx, 'customer', session.customer)
  const subscriptions = await tx.list('subscription', { customer: customer.id })
  const invoices = await tx.list('invoice', { customer: customer.id })
  const newest = (one: { created: number }, other: { created: number }) =>
    other.created - one.created
  const shown: PortalView['invoices'] = []
  for (const invoice of invoices.sort(newest)) {
    const { id, created, amount_due: amount } = invoice
    // Moving a renewal date creates an invoice of 0. The payer did not ask for it, so it is not listed.
    if (amount === 0) continue
    shown.push({
      id,
      createdAt: instantOf(created),
      amount,
      status: await statusOf(tx, invoice),
    })
  }
  return {
    email: customer.email ?? '',
    returnUrl: session.return_url,
    card: customer.invoice_settings.default_payment_method,
    subscriptions: subscriptions.sort(newest).map((subscription) => ({
      id: subscription.id,
      description: subscription.description ?? '',
      status: subscription.status,
      amount: subscription.items.data[0].price.unit_amount ?? 0,
      periodEnd: instantOf(subscription.items.data[0].current_period_end),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
    })),
    invoices: shown,
  }
}

/** Returns an invoice's status, or its payment's if that was refunded or disputed. */
async function statusOf(tx: SandboxTransaction, invoice: Invoice): Promise<string> {
  const { intent } = await billOf(tx, invoice)
  if (intent.latest_charge === null) return invoice.status
  const charge = await get(tx, 'charge', intent.latest_charge)
  if (charge.refunded) return 'refunded'
  const [dispute] = await tx.list('dispute', { charge: charge.id })
  if (dispute === undefined || dispute.status === 'won') return invoice.status
  return dispute.status === 'lost' ? 'dispute_lost' : 'disputed'
}

const instantOf = (seconds: number) => dateOf(seconds).toISOString()

/** Applies a payer's change; undefined for another customer's subscription. */
export async function changePortal(
  tx: SandboxTransaction,
  session: PortalSession,
  change: PortalChange,
): Promise<ChangeResult | undefined> {
  if (change.action === 'card') return changeCard(tx, session.customer, change.card)
  const subscription = await tx.find('subscription', change.subscriptionId)
  if (subscription?.customer !== session.customer) return undefined
  switch (change.action) {
    case 'cancel':
    case 'resume':
      if (!isPaidFor(subscription)) return notNow('This subscription has ended.')
      await endWithPeriod(tx, subscription, change.action === 'cancel')
      return { outcome: 'done' }
    case 'renew':
      return renewNow(tx, subscription)
    case 'refund':
    case 'dispute':
      return refundOrDispute(tx, subscription, change.action)
  }
}

const notNow = (message: string): ChangeResult => ({ outcome: 'not-now', message })

function isPaidFor(subscription: Subscription): boolean {
  return !hasEnded(subscription) && subscription.status !== 'incomplete'
}

/** Changes the card for all future payments; an open invoice waits for its next retry. */
async function changeCard(
  tx: SandboxTransaction,
  customerId: string,
  card: Parameters<typeof findCardRefusal>[0],
): Promise<ChangeResult> {
  const message = findCardRefusal(card)
  if (message !== undefined) return { outcome: 'declined', message }
  const customer = await get(tx, 'customer', customerId)
  customer.invoice_settings.default_payment_method = card
  await tx.save(customer)
  for (const subscription of await tx.list('subscription', { customer: customerId })) {
    if (!isPaidFor(subscription)) continue
    subscription.default_payment_method = card
    await tx.save(subscription)
    await recordEvent(tx, 'customer.subscription.updated', subscription)
  }
  return { outcome: 'done' }
}

/** Runs the renewal, or its next retry, early. */
async function renewNow(tx: SandboxTransaction, subscription: Subscription): Promise<ChangeResult> {
  if (!isPaidFor(subscription)) return notNow('This subscription has ended.')
  const [open] = await openInvoices(tx, subscription)
  if (open === undefined && subscription.cancel_at_period_end) {
    return notNow('This subscription is cancelled. Resume it first.')
  }
  const charged =
    open === undefined ? await renewSubscription(tx, subscription) : await chargeInvoice(tx, open)
  switch (charged.outcome) {
    case 'paid':
      return { outcome: 'done' }
    case 'declined':
      return { outcome: 'declined', message: charged.message }
    case 'requires-action':
      return {
        outcome: 'declined',
        message: 'The bank asks the cardholder first: nothing is paid.',
      }
  }
}

/** Refunds or disputes the latest payment. */
async function refundOrDispute(
  tx: SandboxTransaction,
  subscription: Subscription,
  how: 'refund' | 'dispute',
): Promise<ChangeResult> {
  const paid = await tx.list('invoice', { customer: subscription.customer, status: 'paid' })
  const [latest] = paid
    .filter(
      ({ parent, amount_paid }) =>
        parent.subscription_details.subscription === subscription.id && amount_paid > 0,
    )
    .sort((one, other) => other.lines.data[0].period.end - one.lines.data[0].period.end)
  if (latest === undefined) return notNow('Nothing has been paid yet.')
  const { intent } = await billOf(tx, latest)
  const charge = await chargeOf(tx, intent.id)
  try {
    await (how === 'refund' ? refundCharge(tx, charge) : disputeCharge(tx, charge))
    return { outcome: 'done' }
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return notNow('This payment has been refunded or disputed before.')
  }
}
