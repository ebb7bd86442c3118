import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import type Stripe from 'stripe'
import { ZodError } from 'zod'
import { PRICE_CENTS, PRICE_CURRENCY, PRICE_MONTHS } from '../../../contract/limits.ts'
import { loadStripe } from './load-stripe.ts'
import {
  type PaymentEvent,
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
  type ProviderSubscription,
} from './payments.ts'
import {
  EVENT_TYPES,
  NoticeUnreadable,
  readEvent,
  readProviderSubscription,
  verifyNotice,
} from './read-event.ts'

export interface StripeOptions {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Of the subscription: what a group costs, every six months. */
  readonly priceId: string
  /** Another server that speaks Stripe's API. */
  readonly apiBase?: string | undefined
  readonly limits?: Partial<StripeLimits>
  /** Told when Stripe has failed so often that it is left alone for a while. */
  readonly onPause?: (cause: string) => void
  /** Told of an event that was passed over while all were listed: it is not what is documented. */
  readonly onUnreadable?: (cause: string) => void
}

export interface StripeLimits {
  /** For one call in all. Milliseconds. */
  readonly callMs: number
  /** Calls in a row that must fail before Stripe is left alone. */
  readonly failuresToPause: number
  /** How long it is left alone before one call may try again. Milliseconds. */
  readonly pauseMs: number
}

export const STRIPE_LIMITS: StripeLimits = { callMs: 3_000, failuresToPause: 5, pauseMs: 30_000 }

/** The package's own: what its types are made from. */
const API_VERSION = '2026-10-28.endive'

/** Events on a page, Stripe's most; and pages, which no month of ours comes near. */
const PAGE = 100
const MAX_PAGES = 500

/** What a second try may find gone. */
class MayPassSoon extends PaymentsUnavailable {}

/**
 * Takes money by Stripe's client. What may be asked twice without harm is tried twice: each call that
 * makes something carries its key. What Stripe says goes no further than its code, since its words and
 * its errors repeat what was sent.
 */
export function stripePayments(options: StripeOptions): Payments {
  const { publishableKey, webhookSecret, priceId, onPause, onUnreadable } = options
  const limits = { ...STRIPE_LIMITS, ...options.limits }
  // The package is large, and loading it keeps everybody waiting: now, rather than at the first payment.
  const stripe = connectStripe(options, limits.callMs)
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof PaymentRefused)),
    { halfOpenAfter: limits.pauseMs, breaker: new ConsecutiveBreaker(limits.failuresToPause) },
  )
  breaker.onBreak((cause) => onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  // The breaker stands outside, so that a call counts once however often it was tried.
  const policy = wrap(
    breaker,
    timeout(limits.callMs, TimeoutStrategy.Aggressive),
    retry(
      handleWhen((error) => error instanceof MayPassSoon),
      {
        maxAttempts: 1,
        backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
      },
    ),
  )

  async function call<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await policy.execute(() =>
        ask().catch((error: unknown) => {
          throw withoutWords(error)
        }),
      )
    } catch (error) {
      throw error instanceof PaymentRefused ? error : asUnavailable(error)
    }
  }

  /** The subscription as it ended; undefined where there is none any more. */
  async function endNow(subscriptionId: string): Promise<Stripe.Subscription | undefined> {
    const expand = ['latest_invoice']
    try {
      return await stripe.subscriptions.cancel(subscriptionId, { expand })
    } catch (error) {
      if (statusOf(error) === undefined) throw error
      const found = await findSubscription(subscriptionId, expand)
      if (found === undefined || found.ended_at !== null) return found
      throw error
    }
  }

  async function findSubscription(
    subscriptionId: string,
    expand?: string[],
  ): Promise<Stripe.Subscription | undefined> {
    try {
      return await stripe.subscriptions.retrieve(subscriptionId, expand && { expand })
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      throw error
    }
  }

  return {
    kind: 'stripe',
    publishableKey,
    createCustomer({ key, email, name }) {
      return call(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { key } },
          { idempotencyKey: `customer:${key}` },
        )
        return customer.id
      })
    },
    beginSubscription({ key, customerId, description }) {
      return call(async () => {
        const made = await stripe.subscriptions.create(
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
        const invoice = typeof made.latest_invoice === 'object' ? made.latest_invoice : null
        const recurring = made.items.data[0]?.price.recurring
        if (
          invoice?.amount_due !== PRICE_CENTS ||
          invoice.currency !== PRICE_CURRENCY ||
          recurring?.interval !== 'month' ||
          recurring.interval_count !== PRICE_MONTHS
        ) {
          await stripe.subscriptions.cancel(made.id)
          throw priceRefused(invoice?.amount_due, invoice?.currency)
        }
        const secret = invoice.confirmation_secret?.client_secret
        if (secret === undefined) {
          throw new PaymentRefused(`Stripe's invoice ${invoice.id} has no client secret`)
        }
        return { subscription: readProviderSubscription(made), clientSecret: secret }
      })
    },
    findClientSecret(subscriptionId) {
      return call(async () => {
        const found = await findSubscription(subscriptionId, ['latest_invoice.confirmation_secret'])
        const invoice = found?.latest_invoice
        if (typeof invoice !== 'object' || invoice?.status !== 'open') return undefined
        return invoice.confirmation_secret?.client_secret
      })
    },
    beginCheckout({ key, email, description, successUrl, cancelUrl, expiresAt }) {
      return call(async () => {
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
          throw priceRefused(session.amount_total, session.currency)
        }
        if (session.url === null) {
          throw new PaymentRefused(`Stripe's ${session.id} has no page any more`)
        }
        return { checkoutId: session.id, url: session.url }
      })
    },
    endCheckout(checkoutId) {
      return call(async () => {
        try {
          await stripe.checkout.sessions.expire(checkoutId)
          return true
        } catch (error) {
          if (statusOf(error) === 404) return true
          if (statusOf(error) !== 400) throw error
          // Only an open one can be ended.
          const { status } = await stripe.checkout.sessions.retrieve(checkoutId)
          if (status === 'open') throw error
          return status !== 'complete'
        }
      })
    },
    openPortal(customer, returnUrl) {
      return call(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
        })
        return session.url
      })
    },
    cancel(subscriptionId, when) {
      return call(async () => {
        if (when === 'period-end') {
          try {
            await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
          } catch (error) {
            if (statusOf(error) === undefined) throw error
            const found = await findSubscription(subscriptionId)
            if (found !== undefined && found.ended_at === null) throw error
          }
          return
        }
        const ended = await endNow(subscriptionId)
        const invoice = ended?.latest_invoice
        if (typeof invoice !== 'object' || invoice?.status !== 'open') return
        // It could be paid still: by a form in another tab, or from Stripe's emails.
        await stripe.invoices.voidInvoice(invoice.id).catch((error: unknown) => {
          // Paid this moment: a notice tells of that.
          if (statusOf(error) !== 400) throw error
        })
      })
    },
    refund(paymentId, key) {
      return call(async () => {
        try {
          const { status } = await stripe.refunds.create(
            { payment_intent: paymentId },
            { idempotencyKey: `refund:${key}` },
          )
          if (status === 'failed' || status === 'canceled') {
            throw new PaymentRefused(`Stripe's refund of ${paymentId} is ${status}`)
          }
        } catch (error) {
          if (codeOf(error) !== 'charge_already_refunded') throw error
        }
      })
    },
    readSubscription(subscriptionId): Promise<ProviderSubscription | undefined> {
      return call(async () => {
        const found = await findSubscription(subscriptionId)
        return found && readProviderSubscription(found)
      })
    },
    readNotice: (body, signature, now) =>
      readEvent(verifyNotice(body, signature, webhookSecret, now)),
    async *listEvents(since) {
      // Stripe lists the newest first.
      const found: PaymentEvent[] = []
      let after: string | undefined
      for (let pages = 0; ; pages += 1) {
        if (pages === MAX_PAGES) throw new PaymentsUnavailable('Stripe lists events without end')
        const page = await call(() =>
          stripe.events.list({
            types: [...EVENT_TYPES],
            created: { gte: Math.floor(since.getTime() / 1_000) },
            limit: PAGE,
            ...(after !== undefined && { starting_after: after }),
          }),
        )
        for (const event of page.data) {
          try {
            found.push(readEvent(event))
          } catch (error) {
            if (!(error instanceof NoticeUnreadable)) throw error
            onUnreadable?.(error.message)
          }
        }
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) break
      }
      yield* found.reverse()
    },
  }
}

function connectStripe({ secretKey, apiBase }: StripeOptions, callMs: number): Stripe {
  const Client = loadStripe()
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  const isPlain = base?.protocol === 'http:'
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    // Its own tries would each have the whole time.
    maxNetworkRetries: 0,
    timeout: callMs,
    telemetry: false,
    // The other client's timeout is for silence, and begins anew with each byte.
    httpClient: Client.createFetchHttpClient(),
    ...(base !== undefined && {
      protocol: isPlain ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (isPlain ? 80 : 443),
    }),
  })
}

function priceRefused(amount: number | null | undefined, currency: string | null | undefined) {
  return new PaymentRefused(
    `The price at Stripe comes to ${amount} ${currency} now; it must be ${PRICE_CENTS} ${PRICE_CURRENCY} every ${PRICE_MONTHS} months, and nothing else`,
  )
}

/** The HTTP status that the client's error tells; undefined where Stripe gave no answer, or fails. */
function statusOf(error: unknown): number | undefined {
  const { statusCode } = { statusCode: undefined, ...Object(error) }
  return typeof statusCode === 'number' && !isFailure(statusCode) ? statusCode : undefined
}

function codeOf(error: unknown): string | undefined {
  const { code } = { code: undefined, ...Object(error) }
  return typeof code === 'string' ? code : undefined
}

/** 401 and 403: the operator can mend the key. 409: the same key is being worked. */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 409, 429].includes(status)
}

/** The client's errors carry the request, and Stripe's words quote the key and the fields. */
function withoutWords(error: unknown): Error {
  if (error instanceof PaymentRefused) return error
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return new PaymentsUnavailable(`Stripe's answer is not as documented: ${issue?.path.join('.')}`)
  }
  const { statusCode, requestId, type } = {
    statusCode: undefined,
    requestId: undefined,
    type: undefined,
    ...Object(error),
  }
  if (typeof statusCode !== 'number') {
    return new MayPassSoon(`Stripe gave no answer: ${String(type)}`)
  }
  const said = `Stripe answered ${statusCode} with code ${codeOf(error) ?? String(type)} (${String(requestId)})`
  if (!isFailure(statusCode)) return new PaymentRefused(said)
  return statusCode >= 500 || statusCode === 409
    ? new MayPassSoon(said)
    : new PaymentsUnavailable(said)
}

/** From the breaker and the timeout, whose words are their own. */
function asUnavailable(error: unknown): PaymentsUnavailable {
  if (error instanceof PaymentsUnavailable) return error
  return new PaymentsUnavailable(`Stripe is not asked: ${error instanceof Error && error.message}`)
}
