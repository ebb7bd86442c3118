/** A subscription's status at the provider; 'abandoned' was never paid and no longer can be. */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'canceled' | 'abandoned'

/** A subscription as stored by the provider. */
export interface ProviderSubscription {
  readonly subscriptionId: string
  readonly customerId: string
  /** The key we passed when creating it; undefined for one created by hand. */
  readonly key: string | undefined
  readonly status: SubscriptionStatus
  readonly cancelAtPeriodEnd: boolean
  readonly periodEnd: Date
}

/** What happened according to the provider, in the app's own terms. */
export type PaymentFact =
  | {
      readonly kind: 'invoice'
      readonly outcome: 'paid' | 'failed' | 'action-required'
      readonly invoiceId: string
      readonly subscriptionId: string
      readonly customerId: string
      readonly key: string | undefined
      /** The amount paid or due, in the currency's smallest unit. */
      readonly amount: number
      /** ISO 4217 in lower case. */
      readonly currency: string
      readonly periodStart: Date
      readonly periodEnd: Date
      /** Whether it renews a subscription that was paid before. */
      readonly isRenewal: boolean
      /** The page where the payer can resolve it; null if there is none. */
      readonly hostedUrl: string | null
      /** When it was paid or failed. */
      readonly at: Date
    }
  /** The payment that paid an invoice: refunds and disputes name only the payment. */
  | { readonly kind: 'payment'; readonly invoiceId: string; readonly paymentId: string }
  | ({ readonly kind: 'subscription' } & ProviderSubscription)
  /** `refunded` is the total refunded on this payment so far. */
  | { readonly kind: 'refund'; readonly paymentId: string; readonly refunded: number }
  | {
      readonly kind: 'dispute'
      readonly paymentId: string
      readonly amount: number
      /** 'open': the money is withheld for now. 'won': we got it back. 'lost': we did not. */
      readonly outcome: 'open' | 'won' | 'lost'
    }
  | {
      readonly kind: 'checkout'
      readonly checkoutId: string
      readonly key: string | undefined
      readonly outcome: 'complete' | 'expired'
      readonly subscriptionId: string | null
      readonly customerId: string | null
    }

/** One event from the provider. Repeated deliveries of an event have the same id. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  /** When it happened, to the second. */
  readonly at: Date
  /** Undefined for events that the app does not use. */
  readonly fact: PaymentFact | undefined
}

/** Who pays, and for which checkout. */
export interface PaymentPlan {
  /** Idempotency key: the same for every attempt at this checkout, and unique to it. */
  readonly key: string
  readonly email: string
  /** The text on the payer's invoice. */
  readonly description: string
}

/**
 * A payment provider. Every call ends within a few seconds, whatever the provider does. All that return a
 * promise throw PaymentsUnavailable.
 */
export interface Payments {
  /** Whether this is a real provider or a sandbox. */
  readonly kind: 'stripe' | 'sandbox'
  /** The key that browsers identify the account with; undefined if they need none. */
  readonly publishableKey: string | undefined
  /** Creates the customer that a golfer pays as, and returns its id; the same one for the same key. */
  createCustomer(customer: { key: string; email: string; name: string }): Promise<string>
  /**
   * Creates a subscription whose first payment the browser confirms. Charges nothing itself.
   * @throws PaymentRefused when the provider's price differs from the app's
   */
  beginSubscription(plan: PaymentPlan & { customerId: string }): Promise<{
    subscription: ProviderSubscription
    clientSecret: string
  }>
  /** Finds the secret a browser needs to pay a subscription's open invoice; undefined if nothing is due. */
  findClientSecret(subscriptionId: string): Promise<string | undefined>
  /** Starts a checkout on the provider's own page, which also creates the customer. */
  beginCheckout(
    plan: PaymentPlan & { successUrl: string; cancelUrl: string; expiresAt: Date },
  ): Promise<{ checkoutId: string; url: string }>
  /** Expires a checkout page, so that it can no longer be paid; returns false if it has been paid. */
  endCheckout(checkoutId: string): Promise<boolean>
  /** Creates a page where a payer changes cards, sees invoices and cancels. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** Ends a subscription, now or at the end of the paid period. Does nothing if it has ended. */
  cancel(subscriptionId: string, when: 'now' | 'period-end'): Promise<void>
  /**
   * Moves the date on which an active subscription is charged next, or ends if it was canceled. Later
   * renewals are counted from that date. Charges and refunds nothing.
   * @throws PaymentRefused for a date that the provider does not accept
   */
  moveRenewal(subscriptionId: string, to: { at: Date; ends: boolean }): Promise<void>
  /** Refunds a payment in full; only once for the same key. @throws PaymentRefused */
  refund(paymentId: string, key: string): Promise<void>
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /**
   * Verifies that a webhook event comes from the provider, and parses it.
   * @param body the exact bytes received
   * @throws InvalidEvent for a forged, stale or unreadable event
   */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent
  /** Lists all events since then, oldest first, delivered or not. */
  listEvents(since: Date): AsyncIterable<PaymentEvent>
}

/** The provider cannot be reached or fails; the outcome is unknown. Try again later. */
export class PaymentsUnavailable extends Error {}

/** The provider refused; retrying is useless. The message is for the log. */
export class PaymentRefused extends Error {}

/** A webhook event that is not from the provider, is too old, or cannot be read. */
export class InvalidEvent extends Error {}
