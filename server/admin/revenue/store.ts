import { desc, eq, sql } from 'drizzle-orm'
import type { SubscriptionState } from '../../../contract/billing.ts'
import { PRICE_CURRENCY, REVENUE_MONTHS } from '../../../contract/limits.ts'
import { paymentRefunds, payments, subscriptions } from '../../billing/index.ts'
import { groups, isUnpaidAt } from '../../groups/index.ts'
import { golfers } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { notFound } from '../../platform/errors.ts'

/** The SQL must match `subscriptionStateOf`. */
export async function countGroupsByState(db: Queries, now: Date) {
  const { rows } = await db.execute<{ state: SubscriptionState; count: number }>(sql`
    select case
        when ${isUnpaidAt(now)} then 'ended'
        when subscription_status = 'active' then 'active'
        when subscription_status = 'past_due' then 'past-due'
        when expiry_date is null then 'free'
        else 'trial'
      end as state, count(*)::int as count
    from ${groups} where is_active group by 1`)
  const counts = { active: 0, 'past-due': 0, free: 0, trial: 0, ended: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

const refunded = sql<number>`coalesce(${paymentRefunds.refunded}, 0)`

/** The cents that the payer's bank took back because of a dispute that is open or lost. */
const disputed = sql<number>`case when ${paymentRefunds.disputeOutcome} in ('open', 'lost')
  then ${paymentRefunds.disputed} else 0 end`

/** The cents of a payment that were refunded or taken back, at most the amount paid. */
const returned = sql<number>`least(${payments.amount}, ${refunded} + ${disputed})`

/**
 * Returns the income of each month (UTC) in `PRICE_CURRENCY`, oldest month first. Includes months without
 * income.
 */
export async function sumIncomeByMonth(db: Database, now: Date) {
  const thisMonth = sql`date_trunc('month', ${now}::timestamptz at time zone 'UTC')`
  const firstMonth = sql`(${thisMonth} - ${`${REVENUE_MONTHS - 1} months`}::interval)`
  const { rows } = await db.execute<{ month: string; amount: number; payments: number }>(sql`
    select to_char(month, 'YYYY-MM') as month, count(${payments.invoiceId})::int as payments,
      coalesce(sum(${payments.amount} - ${returned}), 0)::float8 as amount
    from generate_series(${firstMonth}, ${thisMonth}, interval '1 month') month
    left join (${payments} left join ${paymentRefunds}
        on ${paymentRefunds.paymentId} = ${payments.paymentId})
      on date_trunc('month', ${payments.paidAt} at time zone 'UTC') = month
        and ${payments.paidAt} >= ${firstMonth} at time zone 'UTC'
        and ${payments.currency} = ${PRICE_CURRENCY} and ${payments.amount} <> 0
    group by month order by month`)
  return rows
}

/** @throws AppError NOT_FOUND */
export async function listPayments(db: Database, groupId: number) {
  const [group] = await db.select({ id: groups.id }).from(groups).where(eq(groups.id, groupId))
  if (group === undefined) throw notFound('group')
  return db
    .select({
      id: payments.invoiceId,
      amount: payments.amount,
      currency: payments.currency,
      returned,
      refunded,
      disputed,
      periodStart: isoInstant(payments.periodStart),
      periodEnd: isoInstant(payments.periodEnd),
      paidAt: isoInstant(payments.paidAt),
      failedAt: payments.failedAt,
      actionRequiredAt: payments.actionRequiredAt,
      notCredited: payments.notCredited,
      createdAt: isoInstant(payments.createdAt),
      payerName: sql<
        string | null
      >`case when ${golfers.deletedAt} is null then ${golfers.name} end`,
    })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .innerJoin(golfers, eq(golfers.id, subscriptions.golferId))
    .leftJoin(paymentRefunds, eq(paymentRefunds.paymentId, payments.paymentId))
    .where(eq(payments.groupId, groupId))
    .orderBy(
      desc(sql`coalesce(${payments.paidAt}, ${payments.createdAt})`),
      desc(payments.invoiceId),
    )
}
