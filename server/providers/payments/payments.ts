/** Where a subscription stands at the provider; 'abandoned' was never paid and cannot be any more. */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'canceled' | 'abandoned'

/** A subscription as the provider has it. */
export interface ProviderSubscription {
  readonly subscriptionId: string
  readonly customerId: string
  /** Ours, given when it was begun; undefined for one that somebody made by hand. */
  readonly key: string | undefined
  readonly status: SubscriptionStatus
  readonly cancelAtPeriodEnd: boolean
  readonly periodEnd: Date
}

/** What a provider tells that has happened, in the house's words. */
export type PaymentFact =
  | {
      readonly kind: 'invoice'
      readonly outcome: 'paid' | 'failed' | 'action-required'
      readonly invoiceId: string
      readonly subscriptionId: string
      readonly customerId: string
      readonly key: string | undefined
      /** What was paid, or is to be; the currency's smallest unit. */
      readonly amount: number
      /** ISO 4217 in lower case. */
      readonly currency: string
      readonly periodStart: Date
      readonly periodEnd: Date
      /** Whether it pays for more of a subscription that was paid before. */
      readonly isRenewal: boolean
      /** Where the payer can see to it; null without one. */
      readonly hostedUrl: string | null
      /** When it was paid, or failed. */
      readonly at: Date
    }
  /** Which payment an invoice was paid by: refunds and disputes name the payment alone. */
  | { readonly kind: 'payment'; readonly invoiceId: string; readonly paymentId: string }
  | ({ readonly kind: 'subscription' } & ProviderSubscription)
  /** `refunded` is all that was given back of the payment so far. */
  | { readonly kind: 'refund'; readonly paymentId: string; readonly refunded: number }
  | {
      readonly kind: 'dispute'
      readonly paymentId: string
      readonly amount: number
      /** 'open' has taken the money back meanwhile; 'won' has returned it, 'lost' has not. */
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

/** One notice of the provider. The same id is the same notice, however often it comes. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  /** When it happened; the provider knows whole seconds. */
  readonly at: Date
  /** Undefined for what the house has no use for. */
  readonly fact: PaymentFact | undefined
}

/** Who pays, and for which of our attempts. */
export interface PaymentPlan {
  /** The same for every try of this attempt, and for no other: a second try begins nothing new. */
  readonly key: string
  readonly email: string
  /** What the payer reads on the invoice. */
  readonly description: string
}

/** How money comes in. Every call ends within a few seconds, whatever the provider does. */
export interface Payments {
  /** Whether money is charged, or this is a sandbox. */
  readonly kind: 'stripe' | 'sandbox'
  /** What the browser identifies itself with; undefined where it needs none. */
  readonly publishableKey: string | undefined
  /**
   * Makes the customer that a golfer pays as; the same one for the same key.
   * @throws PaymentsUnavailable
   */
  createCustomer(customer: { key: string; email: string; name: string }): Promise<string>
  /**
   * Begins a subscription whose first payment the browser confirms. Nothing is charged by it.
   * @throws PaymentsUnavailable; PaymentRefused when the price is not the house's
   */
  beginSubscription(plan: PaymentPlan & { customerId: string }): Promise<{
    subscription: ProviderSubscription
    clientSecret: string
  }>
  /**
   * What the browser needs to pay a subscription's open invoice; undefined when nothing is to be paid.
   * @throws PaymentsUnavailable
   */
  findClientSecret(subscriptionId: string): Promise<string | undefined>
  /**
   * Begins a payment on the provider's own page, which makes the customer.
   * @throws PaymentsUnavailable
   */
  beginCheckout(
    plan: PaymentPlan & { successUrl: string; cancelUrl: string; expiresAt: Date },
  ): Promise<{ checkoutId: string; url: string }>
  /**
   * Ends a page to pay at, so that nobody can pay there any more; false when it has been paid.
   * @throws PaymentsUnavailable
   */
  endCheckout(checkoutId: string): Promise<boolean>
  /** The page for a payer's card, invoices and cancelling. @throws PaymentsUnavailable */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /**
   * Ends a subscription: now, or when what is paid for is over. Done, too, where it has ended.
   * @throws PaymentsUnavailable
   */
  cancel(subscriptionId: string, when: 'now' | 'period-end'): Promise<void>
  /**
   * Moves the date on which an active subscription is charged next, or on which it ends where it was
   * cancelled; later renewals are counted from there. Nothing is charged or given back by it.
   * @throws PaymentsUnavailable; PaymentRefused for a date that the provider does not take
   */
  moveRenewal(subscriptionId: string, to: { at: Date; ends: boolean }): Promise<void>
  /**
   * Gives a payment back whole; the same key gives it back once.
   * @throws PaymentsUnavailable; PaymentRefused when the provider does not
   */
  refund(paymentId: string, key: string): Promise<void>
  /** @throws PaymentsUnavailable */
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /**
   * Proves that a notice is the provider's, and reads it.
   * @param body as it came, to the byte
   * @throws NoticeRefused for a forged, stale or unreadable one
   */
  readNotice(body: Buffer, signature: string | undefined, now: Date): PaymentEvent
  /** All notices since then, oldest first, whether or not they were told. @throws PaymentsUnavailable */
  listEvents(since: Date): AsyncIterable<PaymentEvent>
}

/** The provider cannot be reached, or fails: nothing is known to have happened. Try again later. */
export class PaymentsUnavailable extends Error {}

/** The provider answered no; trying again is no use. The message is for the log. */
export class PaymentRefused extends Error {}

/** A notice that is not the provider's, or is too old. */
export class NoticeRefused extends Error {}
