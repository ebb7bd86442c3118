import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type GroupOwner, groups, signups } from '../../groups/index.ts'
import { golfers, isAccount } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Membership } from '../../ports.ts'
import { payments, subscriptions } from '../schema.ts'

const isOpen = inArray(subscriptions.status, ['started', 'incomplete'])
const isLive = inArray(subscriptions.status, ['active', 'past_due'])

export type Checkout = typeof subscriptions.$inferSelect

const selectCheckouts = (db: Queries) => db.select().from(subscriptions)

export async function findCheckout(
  db: Queries,
  { subscriptionId, key }: { subscriptionId: string | null; key?: string | undefined },
): Promise<Checkout | undefined> {
  const wanted = or(
    subscriptionId === null ? undefined : eq(subscriptions.subscriptionId, subscriptionId),
    key === undefined ? undefined : eq(subscriptions.key, key),
  )
  if (wanted === undefined) return undefined
  const rows = await selectCheckouts(db).where(wanted)
  return rows.find((row) => row.subscriptionId === subscriptionId) ?? rows[0]
}

export async function findCheckoutById(db: Queries, id: number): Promise<Checkout | undefined> {
  const [row] = await selectCheckouts(db).where(eq(subscriptions.id, id))
  return row
}

/** To avoid deadlocks, the caller must lock the checkout's group first. */
export async function lockCheckout(tx: Queries, id: number): Promise<Checkout | undefined> {
  const [row] = await selectCheckouts(tx).where(eq(subscriptions.id, id)).for('no key update')
  return row
}

/** Returns the changed checkout; undefined if it is gone or fails `condition`, or if `change` is empty. */
export async function updateCheckout(
  tx: Queries,
  id: number,
  change: Omit<PgUpdateSetSource<typeof subscriptions>, 'key' | 'slug' | 'signupId' | 'createdAt'>,
  condition?: SQL,
) {
  if (Object.keys(change).length === 0) return undefined
  const [row] = await tx
    .update(subscriptions)
    .set(change)
    .where(and(eq(subscriptions.id, id), condition))
    .returning()
  return row
}

export function listOpenOrLiveCheckouts(db: Queries, { groupId }: GroupOwner): Promise<Checkout[]> {
  return selectCheckouts(db)
    .where(and(eq(subscriptions.groupId, groupId), or(isOpen, isLive)))
    .orderBy(desc(subscriptions.id))
}

/**
 * Lists open checkouts that were created before a time, and live subscriptions whose period is unknown or
 * ended before that time.
 */
export function listOverdueCheckouts(db: Queries, before: Date): Promise<Checkout[]> {
  const hasEnded = or(isNull(subscriptions.periodEnd), lt(subscriptions.periodEnd, before))
  return selectCheckouts(db)
    .where(or(and(isLive, hasEnded), and(isOpen, lt(subscriptions.createdAt, before))))
    .orderBy(asc(subscriptions.id))
}

/** Lists the ids of active subscriptions whose period doesn't end when their group's paid time ends. */
export async function listMisalignedIds(db: Queries, now: Date): Promise<number[]> {
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

export async function insertCheckout(tx: Queries, checkout: PgInsertValue<typeof subscriptions>) {
  const [row] = await tx.insert(subscriptions).values(checkout).returning()
  if (row === undefined) throw new Error('A checkout was not stored')
  return row
}

/** Adds a checkout for the signup with this slug or, if its group has already started, for the group. */
export function insertPurchase(db: Queries, slug: string, now: Date) {
  return insertCheckout(db, {
    signupId: sql`(select ${signups.id} from ${signups} where ${signups.slug} = ${slug})`,
    groupId: sql`(select ${groups.id} from ${groups} where ${groups.slug} = ${slug})`,
    golferId: sql`(select ${groups.ownerId} from ${groups} where ${groups.slug} = ${slug})`,
    slug,
    createdAt: now,
  })
}

/** Returns false if the checkout was no longer open. */
export async function abandonCheckout(db: Queries, id: number): Promise<boolean> {
  return (await updateCheckout(db, id, { status: 'abandoned' }, isOpen)) !== undefined
}

/** The transaction must have locked the group. */
export async function markCanceled(db: Queries, id: number): Promise<void> {
  await updateCheckout(db, id, { status: 'canceled' }, isLive)
}

/** Keeps an earlier customer id, if there is one. Returns the stored id. */
export async function saveCustomerIdOfGolfer(
  db: Queries,
  { golferId }: GroupOwner,
  customerId: string,
) {
  const [row] = await db
    .update(golfers)
    .set({ stripeCustomerId: sql`coalesce(${golfers.stripeCustomerId}, ${customerId})` })
    .where(isAccount(golferId))
    .returning({ customerId: golfers.stripeCustomerId })
  return row?.customerId ?? undefined
}

export async function forgetCustomerId(db: Queries, customerId: string): Promise<void> {
  await db
    .update(golfers)
    .set({ stripeCustomerId: null })
    .where(eq(golfers.stripeCustomerId, customerId))
}

/**
 * Stores the payer's customer id, unless the checkout already has one: events about any other customer are
 * ignored. Returns the stored customer id; undefined if the checkout is no longer open.
 */
export async function saveCustomerIdOfCheckout(db: Queries, id: number, customerId: string) {
  const change = { customerId: sql`coalesce(${subscriptions.customerId}, ${customerId})` }
  return (await updateCheckout(db, id, change, isOpen))?.customerId ?? undefined
}

export async function saveSubscriptionId(db: Queries, id: number, subscriptionId: string) {
  const status = sql`case when ${subscriptions.status} = 'started' then 'incomplete' else ${subscriptions.status} end`
  return (await updateCheckout(db, id, { subscriptionId, status }))?.status
}

/** The transaction must have locked the group. Returns the checkouts that exist at the provider. */
export async function cancelCheckoutsOfGroup(tx: Queries, groupId: number): Promise<Checkout[]> {
  const canceled = await tx
    .update(subscriptions)
    .set({
      status: sql`case when ${isOpen} then 'abandoned' else ${subscriptions.status} end`,
      cancelAtPeriodEnd: true,
    })
    .where(and(eq(subscriptions.groupId, groupId), or(isOpen, isLive)))
    .returning()
  return canceled.filter((one) => one.subscriptionId !== null || one.checkoutId !== null)
}

export function lockCheckoutsOf(tx: Queries, signupId: number): Promise<Checkout[]> {
  return selectCheckouts(tx)
    .where(eq(subscriptions.signupId, signupId))
    .orderBy(asc(subscriptions.id))
    .for('no key update')
}

export async function assignCheckouts(tx: Queries, ids: number[], membership: Membership) {
  await tx.update(subscriptions).set(membership).where(inArray(subscriptions.id, ids))
  await tx
    .update(payments)
    .set({ groupId: membership.groupId })
    .where(and(inArray(payments.subscriptionId, ids), isNull(payments.groupId)))
}
