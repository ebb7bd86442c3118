import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm'
import { allGroups, groups } from '../groups/index.ts'
import { type Queries, withAdvisoryLock } from '../platform/database/database.ts'
import type { PaymentEvent } from '../providers/payments/payments.ts'
import type { Entry, PaidTime, PaidTimeBase, SubscriptionRecord } from './compute-paid-time.ts'
import type { Invoice } from './merge-invoice.ts'
import type { KnownSubscription } from './merge-subscription.ts'
import { groupTimes, paymentEvents, paymentReturns, payments, subscriptions } from './schema.ts'

/** Records an event; returns false if it was handled before. A concurrent call for the same event waits. */
export async function insertEvent(
  tx: Queries,
  { id, type, at }: PaymentEvent,
  now: Date,
): Promise<boolean> {
  const noted = await tx
    .insert(paymentEvents)
    .values({ id, type, at, workedAt: now })
    .onConflictDoNothing()
  return noted.rowCount === 1
}

/** Returns when the newest handled event occurred, or undefined if there is none. */
export async function readNewestEvent(db: Queries): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(${paymentEvents.at}) as at from ${paymentEvents}`,
  )
  const at = rows[0]?.at
  return at === null || at === undefined ? undefined : new Date(at)
}

export type Attempt = typeof subscriptions.$inferSelect

/** Finds an attempt by the provider's subscription id, or else by our key. */
export async function findAttempt(
  db: Queries,
  { subscriptionId, key }: { subscriptionId: string | null; key: string | undefined },
): Promise<Attempt | undefined> {
  const known =
    subscriptionId === null ? undefined : eq(subscriptions.subscriptionId, subscriptionId)
  const begun = key === undefined ? undefined : eq(subscriptions.key, key)
  if (known === undefined && begun === undefined) return undefined
  const rows = await db.select().from(subscriptions).where(or(known, begun))
  return rows.find((row) => row.subscriptionId === subscriptionId) ?? rows[0]
}

export async function findAttemptById(db: Queries, id: number): Promise<Attempt | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row
}

/** Locks an attempt until the transaction ends. Lock its group first, as everywhere. */
export async function lockAttempt(tx: Queries, id: number): Promise<Attempt | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
    .for('no key update')
  return row
}

export async function updateAttempt(
  tx: Queries,
  id: number,
  change: Partial<
    KnownSubscription &
      Pick<Attempt, 'groupId' | 'golferId' | 'customerId' | 'subscriptionId' | 'checkoutId'>
  >,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.update(subscriptions).set(change).where(eq(subscriptions.id, id))
}

/** Stores a second subscription that came of one attempt as its own row. */
export async function insertSecond(
  tx: Queries,
  { groupId, signupId, slug, golferId }: Attempt,
  second: { subscriptionId: string; customerId: string | null },
  now: Date,
): Promise<Attempt> {
  const [row] = await tx
    .insert(subscriptions)
    .values({ groupId, signupId, slug, golferId, ...second, status: 'active', createdAt: now })
    .returning()
  if (row === undefined) throw new Error('A subscription was not stored')
  return row
}

/** Locks an invoice id, stored or not, until the transaction ends. */
export async function lockInvoice(tx: Queries, invoiceId: string): Promise<void> {
  await withAdvisoryLock(tx, `invoice:${invoiceId}`)
}

export async function findInvoice(db: Queries, invoiceId: string): Promise<Invoice | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.invoiceId, invoiceId))
  return row
}

/** Lists a group's invoices that were paid and credited, oldest first. */
export async function listPaidInvoices(db: Queries, groupId: number): Promise<Invoice[]> {
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

export type Refunds = typeof paymentReturns.$inferSelect

/** Locks and returns what is known of an invoice's payment until the transaction ends. */
export async function lockRefundsOf(tx: Queries, invoiceId: string): Promise<Refunds | undefined> {
  const [row] = await tx
    .select()
    .from(paymentReturns)
    .where(eq(paymentReturns.invoiceId, invoiceId))
    .orderBy(asc(paymentReturns.paymentId))
    .limit(1)
    .for('no key update')
  return row
}

/**
 * Adds to what is known of a payment, and locks it until the transaction ends. The largest refund total
 * wins. A dispute's result replaces 'open', and won replaces lost, since an appeal can turn it.
 */
export async function mergeRefunds(
  tx: Queries,
  reported: Pick<Refunds, 'paymentId'> & Partial<Omit<Refunds, 'paymentId'>>,
): Promise<Refunds> {
  const hasEnded = sql`coalesce(${paymentReturns.disputeOutcome} = 'won'
    or ${paymentReturns.disputeOutcome} = 'lost' and excluded.dispute_outcome is distinct from 'won', false)`
  const [row] = await tx
    .insert(paymentReturns)
    .values(reported)
    .onConflictDoUpdate({
      target: paymentReturns.paymentId,
      set: {
        invoiceId: sql`coalesce(${paymentReturns.invoiceId}, excluded.invoice_id)`,
        refunded: sql`greatest(${paymentReturns.refunded}, excluded.refunded)`,
        disputed: sql`case when excluded.dispute_outcome is null or ${hasEnded}
          then ${paymentReturns.disputed} else excluded.disputed end`,
        disputeOutcome: sql`case when ${hasEnded} then ${paymentReturns.disputeOutcome}
          else coalesce(excluded.dispute_outcome, ${paymentReturns.disputeOutcome}) end`,
      },
    })
    .returning()
  if (row === undefined) throw new Error('The refunds and disputes of a payment were not stored')
  return row
}

const lockedColumns = {
  id: groups.id,
  ownerId: groups.ownerId,
  isActive: groups.isActive,
  expiryDate: groups.expiryDate,
  subscriptionStatus: groups.subscriptionStatus,
  renews: groups.renews,
  stripeSubscriptionId: groups.stripeSubscriptionId,
}

/** A group whose paid time is computed, locked until the transaction ends. */
export type LockedGroup = Pick<typeof groups.$inferSelect, keyof typeof lockedColumns>

export async function findGroup(db: Queries, groupId: number): Promise<LockedGroup | undefined> {
  const [row] = await db.select(lockedColumns).from(groups).where(eq(groups.id, groupId))
  return row
}

export async function lockGroup(tx: Queries, groupId: number): Promise<LockedGroup | undefined> {
  const [row] = await tx
    .select(lockedColumns)
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('no key update')
  return row
}

/** Returns the id of the golfer's group with this slug. */
export async function findGroupOf(
  tx: Queries,
  { slug, golferId }: { slug: string; golferId: number },
): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.slug, slug), eq(groups.ownerId, golferId)))
  return row?.id
}

/** Saves the time a group has before its first payment, which paid time is added to. */
export async function saveBase(tx: Queries, group: LockedGroup): Promise<void> {
  await tx
    .insert(groupTimes)
    .values({ groupId: group.id, freeUntil: group.expiryDate })
    .onConflictDoNothing()
}

/** Changes the base that payments are counted from. Does nothing before the first payment. */
export async function updateBase(tx: Queries, groupId: number, base: PaidTimeBase): Promise<void> {
  await tx.update(groupTimes).set(base).where(eq(groupTimes.groupId, groupId))
}

/** Sets the end of a group's time. */
export async function setExpiry(tx: Queries, groupId: number, expiry: Date | null): Promise<void> {
  await tx.update(allGroups).set({ expiryDate: expiry }).where(eq(allGroups.id, groupId))
}

/** Reads everything a group's time is computed from. Runs in a transaction that has locked the group. */
export async function readLedger(
  tx: Queries,
  group: Pick<LockedGroup, 'id' | 'expiryDate' | 'ownerId' | 'isActive'>,
): Promise<{ base: PaidTimeBase; entries: Entry[]; subscriptions: SubscriptionRecord[] }> {
  const [base] = await tx
    .select({ freeUntil: groupTimes.freeUntil, setAt: groupTimes.setAt })
    .from(groupTimes)
    .where(eq(groupTimes.groupId, group.id))
  const entries = await tx
    .select({
      invoiceId: payments.invoiceId,
      subscriptionId: payments.subscriptionId,
      amount: payments.amount,
      periodStart: payments.periodStart,
      periodEnd: payments.periodEnd,
      paidAt: payments.paidAt,
      hasFailed: sql<boolean>`coalesce(${payments.failedAt}, ${payments.actionRequiredAt}) is not null`,
      notCredited: payments.notCredited,
      isRenewal: payments.isRenewal,
      refunded: sql<number>`coalesce(${paymentReturns.refunded}, 0)`,
      disputeOutcome: paymentReturns.disputeOutcome,
    })
    .from(payments)
    .leftJoin(paymentReturns, eq(paymentReturns.paymentId, payments.paymentId))
    .where(eq(payments.groupId, group.id))
  const its = await tx
    .select({
      id: subscriptions.id,
      subscriptionId: subscriptions.subscriptionId,
      status: subscriptions.status,
      cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
      periodEnd: subscriptions.periodEnd,
      mayRenew: sql<boolean>`${subscriptions.golferId} = ${group.ownerId} and ${group.isActive}::boolean`,
    })
    .from(subscriptions)
    .where(eq(subscriptions.groupId, group.id))
  return {
    base: base ?? { freeUntil: group.expiryDate, setAt: null },
    entries,
    subscriptions: its,
  }
}

/** Saves a group's paid time and status only if they changed, because members' phones are notified of it. */
export async function savePaidTime(
  tx: Queries,
  group: LockedGroup,
  { until, status, renews, subscriptionId }: PaidTime,
): Promise<void> {
  const isNews =
    group.expiryDate?.getTime() !== until?.getTime() ||
    group.subscriptionStatus !== status ||
    group.renews !== renews ||
    group.stripeSubscriptionId !== subscriptionId
  if (!isNews) return
  await tx
    .update(allGroups)
    .set({
      expiryDate: until,
      subscriptionStatus: status,
      renews,
      stripeSubscriptionId: subscriptionId,
    })
    .where(eq(allGroups.id, group.id))
}

/** Lists groups whose paid time, and grace period if any, has ended: up to `limit`, oldest first. */
export async function listExpired(
  db: Queries,
  { now, graceBegan, limit }: { now: Date; graceBegan: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: groups.id })
    .from(groups)
    .where(
      and(
        sql`${groups.subscriptionStatus} in ('active', 'past_due')`,
        lte(groups.expiryDate, now),
        or(not(groups.renews), lte(groups.expiryDate, graceBegan)),
      ),
    )
    .orderBy(asc(groups.expiryDate))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists what should have had an event by now: periods that ended, and attempts without a result. */
export async function listOverdue(
  db: Queries,
  { before }: { before: Date },
): Promise<Pick<Attempt, 'id' | 'status' | 'subscriptionId' | 'checkoutId' | 'createdAt'>[]> {
  return db
    .select({
      id: subscriptions.id,
      status: subscriptions.status,
      subscriptionId: subscriptions.subscriptionId,
      checkoutId: subscriptions.checkoutId,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(
      or(
        and(inArray(subscriptions.status, ['active', 'past_due']), isOverdue(before)),
        and(
          inArray(subscriptions.status, ['started', 'incomplete']),
          lt(subscriptions.createdAt, before),
        ),
      ),
    )
    .orderBy(asc(subscriptions.id))
}

/** Lists our ids of subscriptions that renew or end on a date other than the group's paid time. */
export async function listMisaligned(db: Queries, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(groups, eq(groups.stripeSubscriptionId, subscriptions.subscriptionId))
    .where(
      and(
        eq(subscriptions.status, 'active'),
        gt(groups.expiryDate, now),
        sql`date_trunc('second', ${groups.expiryDate}) is distinct from ${subscriptions.periodEnd}`,
      ),
    )
  return rows.map(({ id }) => id)
}

const isOverdue = (before: Date) =>
  or(isNull(subscriptions.periodEnd), lt(subscriptions.periodEnd, before))

/** Gives up an attempt if it is still open. */
export async function giveUpAttempt(db: Queries, id: number): Promise<void> {
  await db
    .update(subscriptions)
    .set({ status: 'abandoned' })
    .where(and(eq(subscriptions.id, id), inArray(subscriptions.status, ['started', 'incomplete'])))
}

/** Lists what a golfer paid for groups, newest first. */
export function listPaymentsOf(db: Queries, golferId: number) {
  return db
    .select({
      slug: subscriptions.slug,
      amount: payments.amount,
      currency: payments.currency,
      at: sql<Date>`${payments.paidAt}`.mapWith(payments.paidAt),
    })
    .from(payments)
    .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(and(eq(subscriptions.golferId, golferId), isNotNull(payments.paidAt)))
    .orderBy(desc(payments.paidAt))
}
