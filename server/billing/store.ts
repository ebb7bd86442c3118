import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, max, sql } from 'drizzle-orm'
import { allGroups, groups, isUnpaidAt } from '../groups/index.ts'
import { type Queries, takeAdvisoryLock } from '../platform/database/database.ts'
import type { PaymentEvent } from '../providers/payments/payments.ts'
import { computePaidTime, type PaidTime } from './compute-paid-time.ts'
import { groupTimes, paymentEvents, paymentRefunds, payments, subscriptions } from './schema.ts'

export type Invoice = typeof payments.$inferSelect
export type RefundTotals = typeof paymentRefunds.$inferSelect
export type ReportedRefundTotals = typeof paymentRefunds.$inferInsert
/** A group's row, locked until the transaction ends. */
export type LockedGroup = typeof groups.$inferSelect

/** Returns false if the event was already recorded. Waits for a concurrent call for the same event. */
export async function insertEvent(tx: Queries, { id, type, at }: PaymentEvent, now: Date) {
  const inserted = await tx
    .insert(paymentEvents)
    .values({ id, type, at, processedAt: now })
    .onConflictDoNothing()
  return inserted.rowCount === 1
}

export async function readNewestEventTime(db: Queries) {
  const [row] = await db.select({ at: max(paymentEvents.at) }).from(paymentEvents)
  return row?.at
}

/** Locks an invoice id, stored or not, until the transaction ends. */
export async function lockInvoice(tx: Queries, invoiceId: string): Promise<void> {
  await takeAdvisoryLock(tx, `invoice:${invoiceId}`)
}

export async function findInvoice(db: Queries, invoiceId: string): Promise<Invoice | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.invoiceId, invoiceId))
  return row
}

/** Lists the paid invoices that extend a group's paid time, earliest payment first. */
export function listPaidInvoices(db: Queries, groupId: number): Promise<Invoice[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(eq(payments.groupId, groupId), isNotNull(payments.paidAt), isNull(payments.notCredited)),
    )
    .orderBy(asc(payments.paidAt))
}

export async function saveInvoice(tx: Queries, invoice: Invoice): Promise<void> {
  await tx
    .insert(payments)
    .values(invoice)
    .onConflictDoUpdate({ target: payments.invoiceId, set: invoice })
}

/** Returns undefined until the provider has reported which payment paid the invoice. */
export async function lockRefundsOf(tx: Queries, invoiceId: string) {
  const [row] = await tx
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.invoiceId, invoiceId))
    .orderBy(asc(paymentRefunds.paymentId))
    .limit(1)
    .for('no key update')
  return row
}

/** Keeps the largest refund total. A dispute's result replaces 'open'. 'won' (on appeal) replaces 'lost'. */
export async function mergeRefunds(tx: Queries, reported: ReportedRefundTotals) {
  const keepsOutcome = sql`coalesce(${paymentRefunds.disputeOutcome} = 'won'
    or ${paymentRefunds.disputeOutcome} = 'lost' and excluded.dispute_outcome is distinct from 'won', false)`
  const [row] = await tx
    .insert(paymentRefunds)
    .values(reported)
    .onConflictDoUpdate({
      target: paymentRefunds.paymentId,
      set: {
        invoiceId: sql`coalesce(${paymentRefunds.invoiceId}, excluded.invoice_id)`,
        refunded: sql`greatest(${paymentRefunds.refunded}, excluded.refunded)`,
        disputed: sql`case when excluded.dispute_outcome is null or ${keepsOutcome}
          then ${paymentRefunds.disputed} else excluded.disputed end`,
        disputeOutcome: sql`case when ${keepsOutcome} then ${paymentRefunds.disputeOutcome}
          else coalesce(excluded.dispute_outcome, ${paymentRefunds.disputeOutcome}) end`,
      },
    })
    .returning()
  if (row === undefined) throw new Error('The refunds and disputes of a payment were not stored')
  return row
}

export async function lockGroup(tx: Queries, groupId: number | null) {
  if (groupId === null) return undefined
  const [row] = await tx.select().from(groups).where(eq(groups.id, groupId)).for('no key update')
  return row
}

export async function findOwnedGroupId(tx: Queries, slug: string, golferId: number) {
  const [row] = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.slug, slug), eq(groups.ownerId, golferId)))
  return row?.id
}

/** Saves the group's expiry date as the date to which payments add time, unless one is already saved. */
export async function savePaidTimeBase(
  tx: Queries,
  { id: groupId, expiryDate: freeUntil }: LockedGroup,
) {
  await tx.insert(groupTimes).values({ groupId, freeUntil }).onConflictDoNothing()
}

/** Sets the date on which a group's time ends. Only payments made after `now` add time to this date. */
export async function setExpiry(tx: Queries, groupId: number, expiry: Date | null, now: Date) {
  await tx.update(allGroups).set({ expiryDate: expiry }).where(eq(allGroups.id, groupId))
  // Before its first payment, the group has no row in this table, so this changes nothing.
  const base = { freeUntil: expiry, setAt: now }
  await tx.update(groupTimes).set(base).where(eq(groupTimes.groupId, groupId))
}

export async function readPaidTime(db: Queries, groupId: number | null, now: Date) {
  if (groupId === null) return undefined
  const [group] = await db.select().from(groups).where(eq(groups.id, groupId))
  return group && computePaidTime({ ...(await readLedger(db, group)), now })
}

export async function readLedger(tx: Queries, group: LockedGroup) {
  const [base] = await tx.select().from(groupTimes).where(eq(groupTimes.groupId, group.id))
  const { disputeOutcome } = paymentRefunds
  const refunded = sql<number>`coalesce(${paymentRefunds.refunded}, 0)`
  const entries = await tx
    .select({ ...getTableColumns(payments), refunded, disputeOutcome })
    .from(payments)
    .leftJoin(paymentRefunds, eq(paymentRefunds.paymentId, payments.paymentId))
    .where(eq(payments.groupId, group.id))
  const subscriptionRows = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.groupId, group.id))
  return {
    base: { freeUntil: base ? base.freeUntil : group.expiryDate, setAt: base?.setAt ?? null },
    entries,
    subscriptions: subscriptionRows.map((one) => ({
      ...one,
      mayRenew: group.isActive && one.golferId === group.ownerId,
    })),
  }
}

/** Saves a group's paid time only if it changed, because every update is sent to the members' phones. */
export async function savePaidTime(tx: Queries, group: LockedGroup, paidTime: PaidTime) {
  const state = {
    expiryDate: paidTime.until,
    subscriptionStatus: paidTime.status,
    renews: paidTime.renews,
    stripeSubscriptionId: paidTime.subscriptionId,
  }
  if (isDeepStrictEqual({ ...group, ...state }, group)) return
  await tx.update(allGroups).set(state).where(eq(allGroups.id, group.id))
}

/** The next run of the job handles the rest. */
const MAX_EXPIRED_PER_RUN = 500

/** Lists groups whose paid time has ended but whose status does not say so yet, earliest end first. */
export async function listExpiredGroupIds(db: Queries, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: groups.id })
    .from(groups)
    .where(and(sql`${groups.subscriptionStatus} in ('active', 'past_due')`, isUnpaidAt(now)))
    .orderBy(asc(groups.expiryDate))
    .limit(MAX_EXPIRED_PER_RUN)
  return rows.map(({ id }) => id)
}

export function listPaymentsOf(db: Queries, golferId: number) {
  return db
    .select({
      slug: subscriptions.slug,
      amount: payments.amount,
      currency: payments.currency,
      at: sql`${payments.paidAt}`.mapWith((paidAt: string) => new Date(paidAt).toISOString()),
    })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(and(eq(subscriptions.golferId, golferId), isNotNull(payments.paidAt)))
    .orderBy(desc(payments.paidAt))
}
