import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '../../providers/payments/payments.ts'
import { signups } from '../signups/tables.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Each attempt to pay for a group, and the subscription that came of it. The key is ours: the provider
 * is given it with every try, and gives it back with every notice.
 */
export const subscriptions = pgTable('subscriptions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: uuid().notNull().defaultRandom(),
  /** Null while the group waits for its owner, and once it is deleted. */
  groupId: integer('group_id'),
  /** The signup whose group it pays for, while that waits for its owner. */
  signupId: integer('signup_id'),
  /** The group's address. */
  slug: text().notNull(),
  /** Who pays. Null until the group's owner has opened the link. */
  golferId: integer('golfer_id'),
  /** 'begun' before the provider knows of it. */
  status: text().$type<'begun' | SubscriptionStatus>().notNull().default('begun'),
  /** The provider's ids. */
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  checkoutId: text('checkout_id'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  periodEnd: time('period_end'),
  /** When the provider said how it stands: older notices change nothing. */
  toldAt: time('told_at'),
  createdAt: time('created_at').notNull(),
})

/** Whether a payment for a signup's group is under way or was made. */
export const isBeingPaid = sql`exists (select from ${subscriptions}
  where ${subscriptions.signupId} = ${signups.id}
    and ${subscriptions.status} not in ('abandoned', 'canceled'))`

/** Signups that wait: for seven days, and as long as they are being paid for. */
export function isWaiting(now: Date) {
  return sql`(${signups.expiresAt} > ${now} or ${isBeingPaid})`
}

/** Each invoice that was paid, or failed to be: the ledger that a group's time is reckoned from. */
export const payments = pgTable('payments', {
  /** The provider's. */
  invoiceId: text('invoice_id').primaryKey(),
  subscriptionId: integer('subscription_id').notNull(),
  /** The group it was for, also once that is deleted. */
  groupId: integer('group_id'),
  /** Which payment of the provider's it was; refunds and disputes name that alone. */
  paymentId: text('payment_id'),
  /** Cents, and ISO 4217 in lower case. */
  amount: integer().notNull(),
  currency: text().notNull(),
  periodStart: time('period_start').notNull(),
  periodEnd: time('period_end').notNull(),
  paidAt: time('paid_at'),
  failedAt: time('failed_at'),
  actionRequiredAt: time('action_required_at'),
  /** Where the payer can see to an open one. */
  hostedUrl: text('hosted_url'),
  /** Why a paid one adds no time: it is not what was asked for. */
  notCredited: text('not_credited'),
  isRenewal: boolean('is_renewal').notNull(),
  createdAt: time('created_at').notNull(),
})

/**
 * What was given back of a payment, or is disputed, and which invoice it paid: each may be told before
 * the other, and before the invoice.
 */
export const paymentReturns = pgTable('payment_returns', {
  paymentId: text('payment_id').primaryKey(),
  invoiceId: text('invoice_id'),
  /** Cents, all together. */
  refunded: integer().notNull().default(0),
  /** Cents of an open or lost dispute. */
  disputed: integer().notNull().default(0),
  disputeOutcome: text('dispute_outcome').$type<'open' | 'won' | 'lost'>(),
})

/** Every notice of the provider that was worked: it is worked once. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  at: time('at').notNull(),
  workedAt: time('worked_at').notNull(),
})

/**
 * From when a group's payments are counted: its time before the first of them, or what a super admin
 * has set since.
 */
export const groupTimes = pgTable('group_times', {
  groupId: integer('group_id').primaryKey(),
  /** Null: no end. */
  freeUntil: time('free_until'),
  /** Payments from then on count on top; null counts all. */
  setAt: time('set_at'),
})
