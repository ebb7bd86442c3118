import type { PaymentForm } from '../../../contract/billing.ts'
import type { readEvent, readProviderSubscription } from './read-event.ts'

/** 'abandoned' means that the subscription was never paid, and no longer can be. */
export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'canceled' | 'abandoned'

export type ProviderSubscription = ReturnType<typeof readProviderSubscription>

/** Repeated deliveries of an event have the same id. */
export type PaymentEvent = ReturnType<typeof readEvent>

/** What an event reports about an invoice, payment, refund, dispute, subscription or checkout. */
export type PaymentFact = NonNullable<PaymentEvent['fact']>

interface CheckoutRequest {
  /** Idempotency key: the same for every attempt at this checkout, and unique to it. */
  readonly key: string
  readonly email: string
  readonly description: string
}

/** Requests end within a few seconds, even if the provider hangs. They can throw PaymentsUnavailable. */
export interface PaymentProvider {
  readonly form: PaymentForm
  /** Returns the customer's id. The same key returns the same customer. */
  createCustomer(customer: { key: string; email: string; name: string }): Promise<string>
  /** The browser pays with the client secret. @throws PaymentCallRefused if the provider's price is wrong */
  beginSubscription(
    request: CheckoutRequest & { customerId: string },
  ): Promise<{ subscriptionId: string; clientSecret: string }>
  /** Returns the secret for paying a subscription's open invoice; undefined if no invoice is open. */
  findClientSecret(subscriptionId: string): Promise<string | undefined>
  /** Creates a checkout page. When it is paid, the provider creates the customer and the subscription. */
  beginCheckout(
    request: CheckoutRequest & { successUrl: string; cancelUrl: string; expiresAt: Date },
  ): Promise<{ checkoutId: string; url: string }>
  /** Expires a checkout page, so that it can no longer be paid. Returns false if it was already paid. */
  endCheckout(checkoutId: string): Promise<boolean>
  /** Returns the URL of a new page where a payer can change cards, see invoices and cancel. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  /** Does nothing if the subscription has ended. One that was never paid ends now, even with 'period-end'. */
  cancel(subscriptionId: string, when: 'now' | 'period-end'): Promise<void>
  /**
   * Moves the end of the current period to `at`. Later periods are counted from `at`. Pass `ends` if the
   * subscription ends then instead of renewing. @throws PaymentCallRefused
   */
  moveRenewal(subscriptionId: string, to: { at: Date; ends: boolean }): Promise<void>
  /** Refunds a payment in full. Does nothing if it was already refunded. @throws PaymentCallRefused */
  refund(paymentId: string, key: string): Promise<void>
  readSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  /** `body` has the exact bytes received. @throws InvalidEvent */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent
  /** Lists the readable events since a time, oldest first, even those that never reached our webhook. */
  listEvents(since: Date): Promise<PaymentEvent[]>
}

/** Thrown when the provider cannot be reached or fails. The call may have taken effect. Retry it later. */
export class PaymentsUnavailable extends Error {}

/** Thrown when the provider refuses a call, so a retry is useless. The message is for the log. */
export class PaymentCallRefused extends Error {}

/** Thrown for a webhook event that is not from the provider, is too old, or cannot be parsed. */
export class InvalidEvent extends Error {}
