import type { PaymentForm } from '../../../contract/billing.ts'

/** 'abandoned' means that the subscription was never paid, and no longer can be. */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'canceled' | 'abandoned'

export interface ProviderSubscription {
  readonly subscriptionId: string
  readonly customerId: string
  /** The key that we passed to create the subscription; undefined if someone else created it. */
  readonly key: string | undefined
  readonly status: SubscriptionStatus
  readonly cancelAtPeriodEnd: boolean
  readonly periodEnd: Date
}

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
      readonly currency: string
      readonly periodStart: Date
      readonly periodEnd: Date
      readonly isRenewal: boolean
      /** The provider's page where the payer can pay the invoice; null if there is none. */
      readonly hostedUrl: string | null
      readonly at: Date
    }
  /** Links a payment to its invoice, because refunds and disputes contain only the payment's id. */
  | { readonly kind: 'payment'; readonly invoiceId: string; readonly paymentId: string }
  | ({ readonly kind: 'subscription' } & ProviderSubscription)
  | { readonly kind: 'refund'; readonly paymentId: string; readonly refunded: number }
  | {
      readonly kind: 'dispute'
      readonly paymentId: string
      readonly amount: number
      /** 'open': the provider withholds the money for now. 'won': we got it back. 'lost': we did not. */
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

/** Repeated deliveries of an event have the same id. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly at: Date
  readonly fact: PaymentFact | undefined
}

export interface CheckoutRequest {
  /** Idempotency key: the same for every attempt at this checkout, and unique to it. */
  readonly key: string
  readonly email: string
  readonly description: string
}

/**
 * Requests to the provider end within a few seconds, even if it hangs. They can throw PaymentsUnavailable.
 */
export interface PaymentProvider {
  readonly form: PaymentForm
  /** Returns the customer's id. The same key returns the same customer. */
  createCustomer(customer: { key: string; email: string; name: string }): Promise<string>
  /**
   * Creates a subscription. The browser pays for it with the client secret.
   * @throws PaymentRefused if the provider's price differs from ours
   */
  beginSubscription(
    plan: CheckoutRequest & { customerId: string },
  ): Promise<{ subscriptionId: string; clientSecret: string }>
  /** Returns the secret for paying a subscription's open invoice; undefined if no invoice is open. */
  findClientSecret(subscriptionId: string): Promise<string | undefined>
  /** Creates a checkout page. When it is paid, the provider creates the customer and the subscription. */
  beginCheckout(
    plan: CheckoutRequest & { successUrl: string; cancelUrl: string; expiresAt: Date },
  ): Promise<{ checkoutId: string; url: string }>
  /** Expires a checkout page, so that it can no longer be paid. Returns false if it was already paid. */
  endCheckout(checkoutId: string): Promise<boolean>
  /** Returns the URL of a new page where a payer can change cards, see invoices and cancel. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /**
   * A subscription that was never paid ends now in either case. Does nothing if the subscription has ended.
   */
  cancel(subscriptionId: string, when: 'now' | 'period-end'): Promise<void>
  /**
   * Moves the end of the current period to `at`. Later periods are counted from `at`. Pass `ends` if the
   * subscription ends then instead of renewing.
   * @throws PaymentRefused
   */
  moveRenewal(subscriptionId: string, to: { at: Date; ends: boolean }): Promise<void>
  /** Refunds a payment in full. Does nothing if it was already refunded. @throws PaymentRefused */
  refund(paymentId: string, key: string): Promise<void>
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /** `body` has the exact bytes received. @throws InvalidEvent */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent
  /**
   * Lists events since a time, oldest first, including those that never reached our webhook. Leaves out
   * events that the app does not use or cannot read.
   */
  listEvents(since: Date): Promise<PaymentEvent[]>
}

/** Thrown when the provider cannot be reached or fails. The call may have taken effect. Retry it later. */
export class PaymentsUnavailable extends Error {}

/** Thrown when the provider refuses a call, so a retry is useless. The message is for the log. */
export class PaymentRefused extends Error {}

/** Thrown for a webhook event that is not from the provider, is too old, or cannot be parsed. */
export class InvalidEvent extends Error {}
