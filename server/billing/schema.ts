import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '../providers/payments/payments.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Each checkout for a group, and the subscription it became. The key is ours: we send it to the
 * provider with every try, and it comes back with every event.
 */
export const subscriptions = pgTable('subscriptions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: uuid().notNull().defaultRandom(),
  /**
   * Null until the group is created, and after it is deleted. Opening the emailed link creates a signup's
   * group. So does the payment, if the email address has an account.
   */
  groupId: integer('group_id'),
  /** The signup whose group this pays for, until that group is created. */
  signupId: integer('signup_id'),
  /** The group's slug. */
  slug: text().notNull(),
  /** The payer. Null until the group is created. */
  golferId: integer('golfer_id'),
  /** 'started' until the provider knows of it. */
  status: text().$type<'started' | SubscriptionStatus>().notNull().default('started'),
  /** The provider's ids. */
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  checkoutId: text('checkout_id'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  periodEnd: time('period_end'),
  /** When the provider reported this status. Older events change nothing. */
  reportedAt: time('reported_at'),
  createdAt: time('created_at').notNull(),
})

/** Each invoice that was paid or failed: the ledger that a group's time is computed from. */
export const payments = pgTable('payments', {
  /** The provider's id. */
  invoiceId: text('invoice_id').primaryKey(),
  subscriptionId: integer('subscription_id').notNull(),
  /** The group it was for, kept after the group is deleted. */
  groupId: integer('group_id'),
  /** The provider's payment id; refunds and disputes name only this. */
  paymentId: text('payment_id'),
  /** Amount in cents, and currency in lower-case ISO 4217. */
  amount: integer().notNull(),
  currency: text().notNull(),
  periodStart: time('period_start').notNull(),
  periodEnd: time('period_end').notNull(),
  paidAt: time('paid_at'),
  failedAt: time('failed_at'),
  actionRequiredAt: time('action_required_at'),
  /** Where the payer can settle an open invoice. */
  hostedUrl: text('hosted_url'),
  /** Why a paid invoice adds no time, such as a wrong amount. */
  notCredited: text('not_credited'),
  isRenewal: boolean('is_renewal').notNull(),
  createdAt: time('created_at').notNull(),
})

/**
 * Refunds and disputes of a payment, and which invoice it paid. They may arrive in any order, and before
 * the invoice.
 */
export const paymentRefunds = pgTable('payment_refunds', {
  paymentId: text('payment_id').primaryKey(),
  invoiceId: text('invoice_id'),
  /** Total in cents. */
  refunded: integer().notNull().default(0),
  /** Cents in an open or lost dispute. */
  disputed: integer().notNull().default(0),
  disputeOutcome: text('dispute_outcome').$type<'open' | 'won' | 'lost'>(),
})

/** Every webhook event that was handled, so that each is handled once. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  at: time('at').notNull(),
  workedAt: time('processed_at').notNull(),
})

/**
 * What a group's payments are counted from: its time before the first payment, or what a super admin has
 * set since.
 */
export const groupTimes = pgTable('group_times', {
  groupId: integer('group_id').primaryKey(),
  /** Null for no end. */
  freeUntil: time('free_until'),
  /** Only payments after this time are added; null adds all. */
  setAt: time('set_at'),
})

/** The sandbox's objects, in the shapes of Stripe's API. Empty in production. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  object: text().notNull(),
  data: jsonb().$type<object>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
