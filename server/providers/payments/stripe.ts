import type Stripe from 'stripe'
import { PRICE_CENTS, PRICE_CURRENCY, PRICE_MONTHS } from '../../../contract/limits.ts'
import { PaymentCallRefused, type PaymentEvent, type PaymentProvider } from './payments.ts'
import {
  EVENT_TYPES,
  readEvent,
  readProviderSubscription,
  UnreadableEvent,
  verifyEvent,
} from './read-event.ts'
import {
  codeOf,
  createStripeClient,
  refusalStatusOf,
  type StripeClientOptions,
} from './stripe-client.ts'

export interface StripeOptions extends StripeClientOptions {
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly priceId: string
  readonly onUnreadable?: (cause: string) => void
}

/** Calls that create something send an idempotency key, so that a retry does not create it twice. */
export function stripePayments(options: StripeOptions): PaymentProvider {
  const { publishableKey, webhookSecret, priceId, onUnreadable } = options
  const { stripe, guard } = createStripeClient(options)

  function findSubscription(subscriptionId: string, expand: string[] = []) {
    return stripe.subscriptions.retrieve(subscriptionId, { expand }).catch((error: unknown) => {
      if (refusalStatusOf(error) === 404) return undefined
      throw error
    })
  }

  async function endNow(subscriptionId: string) {
    const expand = ['latest_invoice']
    try {
      return await stripe.subscriptions.cancel(subscriptionId, { expand })
    } catch (error) {
      if (refusalStatusOf(error) === undefined) throw error
      const found = await findSubscription(subscriptionId, expand)
      if (found === undefined || found.ended_at !== null) return found
      throw error
    }
  }

  const listPage = guard((since: Date, after: string | undefined) =>
    stripe.events.list({
      types: [...EVENT_TYPES],
      created: { gte: Math.floor(since.getTime() / 1_000) },
      limit: 100,
      ...(after !== undefined && { starting_after: after }),
    }),
  )

  return {
    form: { kind: 'stripe', publishableKey },
    createCustomer: guard(async ({ key, email, name }) => {
      const customer = await stripe.customers.create(
        { email, name, metadata: { key } },
        { idempotencyKey: `customer:${key}` },
      )
      return customer.id
    }),
    beginSubscription: guard(async ({ key, customerId, description }) => {
      const createdSubscription = await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: priceId }],
          description,
          metadata: { key },
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          expand: ['latest_invoice.confirmation_secret'],
        },
        { idempotencyKey: `subscription:${key}` },
      )
      const invoice =
        typeof createdSubscription.latest_invoice === 'object'
          ? createdSubscription.latest_invoice
          : null
      const recurring = createdSubscription.items.data[0]?.price.recurring
      if (
        invoice?.amount_due !== PRICE_CENTS ||
        invoice.currency !== PRICE_CURRENCY ||
        recurring?.interval !== 'month' ||
        recurring.interval_count !== PRICE_MONTHS
      ) {
        await stripe.subscriptions.cancel(createdSubscription.id)
        throw priceRefusedError(invoice?.amount_due, invoice?.currency)
      }
      const secret = invoice.confirmation_secret?.client_secret
      if (secret === undefined) {
        throw new PaymentCallRefused(`Stripe invoice ${invoice.id} has no client secret`)
      }
      return { subscriptionId: createdSubscription.id, clientSecret: secret }
    }),
    findClientSecret: guard(async (subscriptionId) => {
      const found = await findSubscription(subscriptionId, ['latest_invoice.confirmation_secret'])
      const invoice = found?.latest_invoice
      if (typeof invoice !== 'object' || invoice?.status !== 'open') return undefined
      return invoice.confirmation_secret?.client_secret
    }),
    beginCheckout: guard(async ({ key, email, description, successUrl, cancelUrl, expiresAt }) => {
      const metadata = { key }
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer_email: email,
          line_items: [{ price: priceId, quantity: 1 }],
          subscription_data: { metadata, description },
          metadata,
          success_url: successUrl,
          cancel_url: cancelUrl,
          expires_at: Math.floor(expiresAt.getTime() / 1_000),
        },
        { idempotencyKey: `checkout:${key}` },
      )
      if (session.amount_total !== PRICE_CENTS || session.currency !== PRICE_CURRENCY) {
        await stripe.checkout.sessions.expire(session.id)
        throw priceRefusedError(session.amount_total, session.currency)
      }
      if (session.url === null) {
        throw new PaymentCallRefused(`Stripe checkout ${session.id} no longer has a URL`)
      }
      return { checkoutId: session.id, url: session.url }
    }),
    endCheckout: guard(async (checkoutId) => {
      try {
        await stripe.checkout.sessions.expire(checkoutId)
        return true
      } catch (error) {
        if (refusalStatusOf(error) === 404) return true
        if (refusalStatusOf(error) !== 400) throw error
        // Stripe refuses to expire a session that was paid or has already expired.
        const { status } = await stripe.checkout.sessions.retrieve(checkoutId)
        if (status === 'open') throw error
        return status !== 'complete'
      }
    }),
    openPortal: guard(async (customer, returnUrl) => {
      const session = { customer, return_url: returnUrl }
      return (await stripe.billingPortal.sessions.create(session)).url
    }),
    cancel: guard(async (subscriptionId, when) => {
      if (when === 'period-end') {
        try {
          await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
          return
        } catch (error) {
          if (refusalStatusOf(error) === undefined) throw error
          const found = await findSubscription(subscriptionId)
          if (found === undefined || found.ended_at !== null) return
          // Stripe can't end an incomplete subscription at its period's end, so end it now.
          if (found.status !== 'incomplete') throw error
        }
      }
      const endedSubscription = await endNow(subscriptionId)
      const invoice = endedSubscription?.latest_invoice
      if (typeof invoice !== 'object' || invoice?.status !== 'open') return
      // Void the invoice. Otherwise it could still be paid in another tab or from Stripe's emails.
      await stripe.invoices.voidInvoice(invoice.id).catch((error: unknown) => {
        // 400 means that the invoice has just been paid. A webhook event will report the payment.
        if (refusalStatusOf(error) !== 400) throw error
      })
    }),
    moveRenewal: guard(async (subscriptionId, { at, ends }) => {
      // With a trial, the next billing cycle starts when the trial ends. Without proration, Stripe credits
      // nothing for the time already paid. https://docs.stripe.com/billing/subscriptions/billing-cycle
      await stripe.subscriptions.update(subscriptionId, {
        trial_end: Math.floor(at.getTime() / 1_000),
        proration_behavior: 'none',
        // Set the end again, because the current period now ends on another date.
        ...(ends && { cancel_at_period_end: true }),
      })
    }),
    refund: guard(async (paymentId, key) => {
      try {
        const { status } = await stripe.refunds.create(
          { payment_intent: paymentId },
          { idempotencyKey: `refund:${key}` },
        )
        if (status === 'failed' || status === 'canceled') {
          throw new PaymentCallRefused(`Stripe's refund of ${paymentId} is ${status}`)
        }
      } catch (error) {
        if (codeOf(error) !== 'charge_already_refunded') throw error
      }
    }),
    readSubscription: guard(async (subscriptionId) => {
      const found = await findSubscription(subscriptionId)
      return found && readProviderSubscription(found)
    }),
    readEvent: (body, signature, now) =>
      readEvent(verifyEvent(body, signature, webhookSecret, now)),
    async listEvents(since) {
      // Stripe lists the newest events first, so collect all of them and reverse the list.
      const found: PaymentEvent[] = []
      let page: Stripe.ApiList<Stripe.Event> | undefined
      do {
        page = await listPage(since, page?.data.at(-1)?.id)
        for (const event of page.data) {
          try {
            found.push(readEvent(event))
          } catch (error) {
            if (!(error instanceof UnreadableEvent)) throw error
            onUnreadable?.(error.message)
          }
        }
      } while (page.has_more)
      return found.reverse()
    },
  }
}

function priceRefusedError(amount: number | null | undefined, currency: string | null | undefined) {
  return new PaymentCallRefused(
    `The price in Stripe is ${amount} ${currency}, but it must be exactly ${PRICE_CENTS} ${PRICE_CURRENCY} every ${PRICE_MONTHS} months`,
  )
}
