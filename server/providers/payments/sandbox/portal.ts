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
import { renewSubscription, tryInvoice } from './renewals.ts'
import { recordEvent, type SandboxStorage, type SandboxTransaction } from './transaction.ts'

export type PortalView = AnswerOf<typeof readSandboxPortal>
export type PortalChange = BodyOf<typeof changeSandboxPortal>

/** The result of a change: 'not-now' means that the subscription's status does not allow it. */
export type Changed =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'declined'; readonly message: string }
  | { readonly outcome: 'not-now'; readonly message: string }

const OPEN_S = 3_600

export async function openPortal(
  turn: SandboxTransaction,
  storage: SandboxStorage,
  customer: string,
  returnUrl: string,
): Promise<PortalSession> {
  const id = newId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: secondsOf(turn.now),
    customer,
    livemode: false,
    return_url: returnUrl,
    url: storage.linkTo(`/sandbox/portal/${id}`),
  }
  await turn.save(session)
  return session
}

/** Finds a portal session, unless it is more than an hour old. */
export async function findPortal(
  turn: SandboxTransaction,
  id: string,
): Promise<PortalSession | undefined> {
  const session = await turn.find('billing_portal.session', id)
  return session !== undefined && secondsOf(turn.now) < session.created + OPEN_S
    ? session
    : undefined
}

export async function viewPortal(
  turn: SandboxTransaction,
  session: PortalSession,
): Promise<PortalView> {
  const customer = await get(turn, 'customer', session.customer)
  const subscriptions = await turn.list('subscription', { customer: customer.id })
  const invoices = await turn.list('invoice', { customer: customer.id })
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
      status: await statusOf(turn, invoice),
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
async function statusOf(turn: SandboxTransaction, invoice: Invoice): Promise<string> {
  const { intent } = await billOf(turn, invoice)
  if (intent.latest_charge === null) return invoice.status
  const charge = await get(turn, 'charge', intent.latest_charge)
  if (charge.refunded) return 'refunded'
  const [dispute] = await turn.list('dispute', { charge: charge.id })
  if (dispute === undefined || dispute.status === 'won') return invoice.status
  return dispute.status === 'lost' ? 'dispute_lost' : 'disputed'
}

const instantOf = (seconds: number) => dateOf(seconds).toISOString()

/** Applies a payer's change; undefined for another customer's subscription. */
export async function changePortal(
  turn: SandboxTransaction,
  session: PortalSession,
  change: PortalChange,
): Promise<Changed | undefined> {
  if (change.action === 'card') return changeCard(turn, session.customer, change.card)
  const subscription = await turn.find('subscription', change.subscriptionId)
  if (subscription?.customer !== session.customer) return undefined
  switch (change.action) {
    case 'cancel':
    case 'resume':
      if (!isPaidFor(subscription)) return notNow('This subscription has ended.')
      await endWithPeriod(turn, subscription, change.action === 'cancel')
      return { outcome: 'done' }
    case 'renew':
      return renewNow(turn, subscription)
    case 'refund':
    case 'dispute':
      return giveBack(turn, subscription, change.action)
  }
}

const notNow = (message: string): Changed => ({ outcome: 'not-now', message })

function isPaidFor(subscription: Subscription): boolean {
  return !hasEnded(subscription) && subscription.status !== 'incomplete'
}

/** Changes the card for all future payments; an open invoice waits for its next retry. */
async function changeCard(
  turn: SandboxTransaction,
  customerId: string,
  card: Parameters<typeof findCardRefusal>[0],
): Promise<Changed> {
  const message = findCardRefusal(card)
  if (message !== undefined) return { outcome: 'declined', message }
  const customer = await get(turn, 'customer', customerId)
  customer.invoice_settings.default_payment_method = card
  await turn.save(customer)
  for (const subscription of await turn.list('subscription', { customer: customerId })) {
    if (!isPaidFor(subscription)) continue
    subscription.default_payment_method = card
    await turn.save(subscription)
    await recordEvent(turn, 'customer.subscription.updated', subscription)
  }
  return { outcome: 'done' }
}

/** Runs the renewal, or its next retry, early. */
async function renewNow(turn: SandboxTransaction, subscription: Subscription): Promise<Changed> {
  if (!isPaidFor(subscription)) return notNow('This subscription has ended.')
  const [open] = await openInvoices(turn, subscription)
  if (open === undefined && subscription.cancel_at_period_end) {
    return notNow('This subscription is cancelled. Resume it first.')
  }
  const charged =
    open === undefined ? await renewSubscription(turn, subscription) : await tryInvoice(turn, open)
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
async function giveBack(
  turn: SandboxTransaction,
  subscription: Subscription,
  how: 'refund' | 'dispute',
): Promise<Changed> {
  const paid = await turn.list('invoice', { customer: subscription.customer, status: 'paid' })
  const [latest] = paid
    .filter(
      ({ parent, amount_paid }) =>
        parent.subscription_details.subscription === subscription.id && amount_paid > 0,
    )
    .sort((one, other) => other.lines.data[0].period.end - one.lines.data[0].period.end)
  if (latest === undefined) return notNow('Nothing has been paid yet.')
  const { intent } = await billOf(turn, latest)
  const charge = await chargeOf(turn, intent.id)
  try {
    await (how === 'refund' ? refundCharge(turn, charge) : disputeCharge(turn, charge))
    return { outcome: 'done' }
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return notNow('This payment has been refunded or disputed before.')
  }
}
