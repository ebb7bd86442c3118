import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type GroupOwner, groups, signups } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { ProviderSubscription } from '../../providers/payments/payments.ts'
import { payments, subscriptions } from '../schema.ts'

const OPEN = ['started', 'incomplete'] as const
const LIVE = ['active', 'past_due'] as const

const isOpen = inArray(subscriptions.status, [...OPEN])

const attemptColumns = {
  id: subscriptions.id,
  key: subscriptions.key,
  golferId: subscriptions.golferId,
  status: subscriptions.status,
  customerId: subscriptions.customerId,
  subscriptionId: subscriptions.subscriptionId,
  checkoutId: subscriptions.checkoutId,
  cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
  periodEnd: subscriptions.periodEnd,
  createdAt: subscriptions.createdAt,
}

/** A payment attempt, or the subscription it became. */
export type Attempt = Pick<
  typeof subscriptions.$inferSelect,
  keyof typeof attemptColumns & keyof typeof subscriptions.$inferSelect
>

/** Locks the group being paid for until the transaction ends; returns undefined if it was deleted. */
export async function lockGroup(tx: Queries, owner: GroupOwner) {
  const [row] = await tx
    .select({
      name: groups.name,
      slug: groups.slug,
      ownerId: groups.ownerId,
      expiryDate: groups.expiryDate,
      timeZone: groups.timeZone,
    })
    .from(groups)
    .where(eq(groups.id, owner.groupId))
    .for('no key update')
  return row
}

/** Lists a group's open attempts and live subscriptions, newest first. */
export async function listInProgress(db: Queries, owner: GroupOwner): Promise<Attempt[]> {
  return db
    .select(attemptColumns)
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.groupId, owner.groupId),
        inArray(subscriptions.status, [...OPEN, ...LIVE]),
      ),
    )
    .orderBy(desc(subscriptions.id))
}

/** Begins an attempt by the group's owner. Runs in a transaction that has locked the group. */
export async function insertAttempt(
  tx: Queries,
  owner: GroupOwner,
  slug: string,
  now: Date,
): Promise<Attempt> {
  const [row] = await tx
    .insert(subscriptions)
    .values({ groupId: owner.groupId, slug, golferId: owner.golferId, createdAt: now })
    .returning(attemptColumns)
  if (row === undefined) throw new Error('A checkout was not stored')
  return row
}

/**
 * Begins an attempt for a group that was just signed up. If the signup's link has been opened since, the
 * group exists and has the slug that the signup had reserved.
 */
export async function insertPurchase(
  db: Queries,
  { slug, signupId }: { slug: string; signupId: number },
  now: Date,
): Promise<{ id: number; key: string }> {
  const [row] = await db
    .insert(subscriptions)
    .values({
      signupId: sql`(select ${signups.id} from ${signups} where ${signups.id} = ${signupId})`,
      groupId: sql`(select ${groups.id} from ${groups} where ${groups.slug} = ${slug})`,
      golferId: sql`(select ${groups.ownerId} from ${groups} where ${groups.slug} = ${slug})`,
      slug,
      createdAt: now,
    })
    .returning({ id: subscriptions.id, key: subscriptions.key })
  if (row === undefined) throw new Error('A purchase was not stored')
  return row
}

/** Stores an attempt's checkout page; returns false if the attempt is no longer open. */
export async function saveCheckout(db: Queries, id: number, checkoutId: string): Promise<boolean> {
  const [row] = await db
    .update(subscriptions)
    .set({ checkoutId })
    .where(eq(subscriptions.id, id))
    .returning({ status: subscriptions.status })
  return row?.status === 'started' || row?.status === 'incomplete'
}

/** Gives up an open attempt; returns false if it was no longer open. */
export async function abandon(db: Queries, id: number): Promise<boolean> {
  const given = await db
    .update(subscriptions)
    .set({ status: 'abandoned' })
    .where(and(eq(subscriptions.id, id), isOpen))
  return given.rowCount === 1
}

/** Marks a live subscription as canceled. Runs in a transaction that has locked the group. */
export async function markCancelled(db: Queries, id: number): Promise<void> {
  await db
    .update(subscriptions)
    .set({ status: 'canceled' })
    .where(and(eq(subscriptions.id, id), inArray(subscriptions.status, [...LIVE])))
}

/**
 * Stores the customer who pays for an attempt, which its webhook events are checked against. Returns the
 * customer that was stored first, or undefined if the attempt is no longer open.
 */
export async function savePayer(
  db: Queries,
  id: number,
  customerId: string,
): Promise<string | undefined> {
  const [row] = await db
    .update(subscriptions)
    .set({ customerId: sql`coalesce(${subscriptions.customerId}, ${customerId})` })
    .where(and(eq(subscriptions.id, id), isOpen))
    .returning({ customerId: subscriptions.customerId })
  return row?.customerId ?? undefined
}

/** Stores the subscription that an attempt became at the provider. Returns the attempt's status. */
export async function saveStarted(
  db: Queries,
  id: number,
  { subscriptionId }: ProviderSubscription,
): Promise<Attempt['status'] | undefined> {
  const [row] = await db
    .update(subscriptions)
    .set({
      subscriptionId,
      status: sql`case when ${subscriptions.status} = 'started' then 'incomplete' else ${subscriptions.status} end`,
    })
    .where(eq(subscriptions.id, id))
    .returning({ status: subscriptions.status })
  return row?.status
}

/** Returns whether an attempt has yet to be begun at the provider. */
export async function isToStart(db: Database, id: number): Promise<boolean> {
  const [row] = await db
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
  return row?.status === 'started'
}

/** Returns the golfer's details for the provider, or undefined if the account was deleted. */
export async function findPayer(db: Database, golfer: Pick<SessionHolder, 'golferId'>) {
  const [row] = await db
    .select({ email: golfers.email, name: golfers.name, customerId: golfers.stripeCustomerId })
    .from(golfers)
    .where(and(eq(golfers.id, golfer.golferId), isNull(golfers.deletedAt)))
  return row
}

/** Stores the golfer's customer id; returns the id that was stored first. */
export async function saveCustomer(
  db: Database,
  golfer: Pick<SessionHolder, 'golferId'>,
  customerId: string,
): Promise<string | undefined> {
  const [row] = await db
    .update(golfers)
    .set({ stripeCustomerId: sql`coalesce(${golfers.stripeCustomerId}, ${customerId})` })
    .where(and(eq(golfers.id, golfer.golferId), isNull(golfers.deletedAt)))
    .returning({ customerId: golfers.stripeCustomerId })
  return row?.customerId ?? undefined
}

/** Removes a customer id that the provider does not know. */
export async function deleteCustomer(db: Database, customerId: string): Promise<void> {
  await db
    .update(golfers)
    .set({ stripeCustomerId: null })
    .where(eq(golfers.stripeCustomerId, customerId))
}

/** An attempt or subscription to end at the provider. */
export interface CancellationTarget {
  id: number
  when: 'now' | 'period-end'
}

/**
 * Stops charging everyone who has paid for a group so far: gives up open attempts and cancels subscriptions.
 * Returns what has to be ended at the provider. Runs in a transaction that has locked the group.
 */
export async function cancelAll(
  tx: Queries,
  groupId: number,
  { paidTime }: { paidTime: 'kept' | 'ended' },
): Promise<CancellationTarget[]> {
  const { rows } = await tx.execute<{ id: number; status: Attempt['status']; known: boolean }>(sql`
    update ${subscriptions} set
      status = case when status in ('started', 'incomplete') then 'abandoned' else status end,
      cancel_at_period_end = true
    where group_id = ${groupId} and status in ('started', 'incomplete', 'active', 'past_due')
    returning id, status, subscription_id is not null or checkout_id is not null as known`)
  return rows
    .filter(({ known }) => known)
    .map(({ id, status }) => ({
      id,
      when: status === 'active' && paidTime === 'kept' ? 'period-end' : 'now',
    }))
}

/** Lists and locks the attempts begun for a signup until the transaction ends. */
export async function lockAttemptsOf(
  tx: Queries,
  signupId: number,
): Promise<Pick<Attempt, 'id' | 'status'>[]> {
  return tx
    .select({ id: subscriptions.id, status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.signupId, signupId))
    .orderBy(asc(subscriptions.id))
    .for('no key update')
}

/** Assigns the attempts and payments of a waiting group to that group, now started, and its owner. */
export async function adoptAttempts(
  tx: Queries,
  { groupId, golferId, ids }: { groupId: number; golferId: number; ids: readonly number[] },
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ groupId, golferId })
    .where(inArray(subscriptions.id, [...ids]))
  await tx
    .update(payments)
    .set({ groupId })
    .where(and(inArray(payments.subscriptionId, [...ids]), isNull(payments.groupId)))
}
