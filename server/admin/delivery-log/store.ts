import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { listDeliveries, listDeliveryDays } from '../../../contract/delivery-log.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { MAX_FOUND_ROWS } from '../../../contract/limits.ts'
import type { DeliveryStatus } from '../../../contract/messages.ts'
import { groups } from '../../groups/index.ts'
import { golfers } from '../../identity/index.ts'
import { addDeliverJob, deliveries } from '../../messaging/index.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import {
  countMatches,
  hasPart,
  orderOf,
  sliceOf,
  withTotal,
} from '../../platform/database/read-page.ts'
import { golfersNamed, selectPageIds } from '../store.ts'

const PENDING: DeliveryStatus[] = ['queued', 'sending']

function selectDeliveries(db: Queries) {
  return db
    .select({
      id: deliveries.id,
      createdAt: isoInstant(deliveries.createdAt),
      event: deliveries.event,
      channel: deliveries.channel,
      status: deliveries.status,
      groupId: deliveries.groupId,
      groupName: groups.name,
      golferId: deliveries.golferId,
      golferName: golfers.name,
      recipient: deliveries.recipient,
      segments: deliveries.segments,
      errorCode: deliveries.errorCode,
      sentAt: isoInstant(deliveries.sentAt),
    })
    .from(deliveries)
    .leftJoin(groups, eq(groups.id, deliveries.groupId))
    .leftJoin(golfers, eq(golfers.id, deliveries.golferId))
}

/** Sorts by id instead of time, because the indexes on group and on status end with the id. */
export async function listDeliveryRows(db: Database, query: QueryOf<typeof listDeliveries>) {
  const order = orderOf(query.sort ?? '-createdAt', { createdAt: [deliveries.id] })
  const filter = and(
    query.status && hasStatus(query.status),
    query.groupId === undefined ? undefined : eq(deliveries.groupId, query.groupId),
  )
  const matching = query.search ? matchingIds(db, query.search, filter, order) : undefined
  const from = matching?.as('deliveries') ?? deliveries
  const page = selectPageIds(db, from, query, order, matching ? undefined : filter)
  return withTotal(
    selectDeliveries(db)
      .innerJoin(page, eq(page.id, deliveries.id))
      .orderBy(...order),
    matching ? countMatches(db, matching) : db.$count(deliveries, filter),
  )
}

/** Searches golfers and groups in separate subqueries. Each uses an index and stops at `MAX_FOUND_ROWS`. */
function matchingIds(db: Database, search: string, filter: SQL | undefined, order: SQL[]) {
  const firstMatches = (where: SQL) =>
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(filter, where))
      .orderBy(...order)
      .limit(MAX_FOUND_ROWS)
  return union(
    firstMatches(inArray(deliveries.golferId, golfersNamed(db, search))),
    firstMatches(inArray(deliveries.groupId, groupsNamed(db, search))),
  )
}

function groupsNamed(db: Database, search: string) {
  return db.select({ id: groups.id }).from(groups).where(hasPart(groups.name, search))
}

function hasStatus(status: DeliveryStatus): SQL {
  return status === 'queued' ? inArray(deliveries.status, PENDING) : eq(deliveries.status, status)
}

const count = (...statuses: DeliveryStatus[]) =>
  sql<number>`count(*) filter (where ${inArray(deliveries.status, statuses)})::int`

const waitingCounts = { queued: count(...PENDING), deferred: count('deferred') }

const triedCounts = {
  sent: count('sent'),
  delivered: count('delivered'),
  failed: count('failed'),
  segments: sql<number>`coalesce(sum(${deliveries.segments}), 0)::int`,
}

/** Sorts in the order of an index, so that PostgreSQL stops counting at the end of the page. */
export function listDays(db: Database, query: QueryOf<typeof listDeliveryDays>) {
  const { limit, offset } = sliceOf(query)
  const filter = query.search
    ? inArray(deliveries.groupId, groupsNamed(db, query.search))
    : undefined
  const groupName = db
    .select({ name: groups.name })
    .from(groups)
    .where(eq(groups.id, deliveries.groupId))
  const days = db
    .select({ day: deliveries.day, groupId: deliveries.groupId })
    .from(deliveries)
    .where(filter)
    .groupBy(deliveries.day, deliveries.groupId)
  return withTotal(
    db
      .select({
        day: sql<string>`${deliveries.day}::text`,
        groupId: deliveries.groupId,
        groupName: sql<string | null>`(${groupName})`,
        ...waitingCounts,
        ...triedCounts,
        dropped: count('dropped'),
      })
      .from(deliveries)
      .where(filter)
      .groupBy(deliveries.day, deliveries.groupId)
      .orderBy(...orderOf(query.sort ?? '-day', { day: [deliveries.day, deliveries.groupId] }))
      .limit(limit)
      .offset(offset),
    query.search ? countMatches(db, days) : db.$count(days.as('days')),
  )
}

export async function countDeliveries(db: Database, since: Date) {
  const isWaiting = inArray(deliveries.status, [...PENDING, 'deferred'])
  const [inQueue, recent] = await Promise.all([
    db.select(waitingCounts).from(deliveries).where(isWaiting),
    db.select(triedCounts).from(deliveries).where(gte(deliveries.createdAt, since)),
  ])
  const none = { queued: 0, deferred: 0, sent: 0, delivered: 0, failed: 0, segments: 0 }
  return { ...none, ...inQueue[0], ...recent[0] }
}

export async function readDelivery(db: Queries, deliveryId: number) {
  const [row] = await selectDeliveries(db).where(eq(deliveries.id, deliveryId))
  return row
}

/**
 * Queues a failed message again, with a new set of tries. A text whose body is still stored may have been
 * sent, so the job first looks for that text at the provider. Returns false if the message has not failed.
 */
export async function requeueDelivery(tx: Queries, deliveryId: number): Promise<boolean> {
  const updated = await tx
    .update(deliveries)
    .set({
      status: 'queued',
      dueAt: null,
      tries: 0,
      triedAt: sql`case when ${deliveries.body} is null then null else ${deliveries.triedAt} end`,
      sentAt: null,
      // The provider may still report on the earlier text. Such a report must not match this message.
      providerId: null,
      segments: null,
      errorCode: null,
    })
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.status, 'failed')))
    .returning({ job: addDeliverJob() })
  return updated.length === 1
}
