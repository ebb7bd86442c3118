import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '../providers/payments/payments.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Checkouts for groups, and the subscriptions that they became. Webhook events contain our `key`. */
export const subscriptions = pgTable('subscriptions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: uuid().notNull().defaultRandom(),
  /** Null before the group is created (by its emailed link or by the payment) and after it is deleted. */
  groupId: integer('group_id'),
  /** The signup that this checkout is for, until its group is created. */
  signupId: integer('signup_id'),
  slug: text().notNull(),
  /** The payer. Null until the group is created. */
  golferId: integer('golfer_id'),
  /** 'started' until the provider has created the subscription. */
  status: text().$type<'started' | SubscriptionStatus>().notNull().default('started'),
  /** The provider's ids. */
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  checkoutId: text('checkout_id'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  periodEnd: time('period_end'),
  /** When the provider reported this status. `mergeSubscription` compares reports by this time. */
  reportedAt: time('reported_at'),
  createdAt: time('created_at').notNull(),
})

/** The ledger: all invoices that were paid, failed, or waited for the bank. They determine the paid time. */
export const payments = pgTable('payments', {
  /** The provider's id. */
  invoiceId: text('invoice_id').primaryKey(),
  subscriptionId: integer('subscription_id').notNull(),
  /** The group that the invoice was for. Kept after the group is deleted. */
  groupId: integer('group_id'),
  /** The provider's payment id. Refunds and disputes contain only this id, not the invoice id. */
  paymentId: text('payment_id'),
  /** In the currency's smallest unit, such as cents. */
  amount: integer().notNull(),
  /** ISO 4217, in lower case. */
  currency: text().notNull(),
  periodStart: time('period_start').notNull(),
  periodEnd: time('period_end').notNull(),
  paidAt: time('paid_at'),
  failedAt: time('failed_at'),
  actionRequiredAt: time('action_required_at'),
  /** The provider's page on which the payer can pay an open invoice. */
  hostedUrl: text('hosted_url'),
  /** Why a paid invoice adds no time, such as a wrong amount. */
  notCredited: text('not_credited'),
  isRenewal: boolean('is_renewal').notNull(),
  createdAt: time('created_at').notNull(),
})

/** A payment's refunds and disputes. Their events may arrive before the event of the invoice. */
export const paymentRefunds = pgTable('payment_refunds', {
  paymentId: text('payment_id').primaryKey(),
  invoiceId: text('invoice_id'),
  /** Total in cents. */
  refunded: integer().notNull().default(0),
  /** Cents in an open or lost dispute. */
  disputed: integer().notNull().default(0),
  disputeOutcome: text('dispute_outcome').$type<'open' | 'won' | 'lost'>(),
})

/** The provider's events that were handled, so that none takes effect twice. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  at: time('at').notNull(),
  processedAt: time('processed_at').notNull(),
})

/**
 * The date to which payments add time: the group's expiry date just before its first payment, or the date
 * that a super admin has set since then.
 */
export const groupTimes = pgTable('group_times', {
  groupId: integer('group_id').primaryKey(),
  /** Null if the group's time never ends. */
  freeUntil: time('free_until'),
  /** Only payments made after this time add time. If null, all payments add time. */
  setAt: time('set_at'),
})

/** The sandbox's objects, in the shapes of Stripe's API. Empty in production. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  object: text().notNull(),
  data: jsonb().$type<object>().notNull(),
  createdAt: time('created_at').notNull(),
})
