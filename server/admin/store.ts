import { and, eq, inArray, isNull, or, type SQL, type Subquery, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable, type PgView, union } from 'drizzle-orm/pg-core'
import type { QueryOf } from '../../contract/endpoint.ts'
import { MAX_FOUND_ROWS } from '../../contract/limits.ts'
import type { listAllGroups, listAllMemberships, listAllUsers } from '../../contract/super-admin.ts'
import { allGroups, groupMembers, groups, listedColumns } from '../groups/index.ts'
import { golfers } from '../identity/index.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { isoInstant } from '../platform/database/iso-instant.ts'
import {
  countMatches,
  hasPart,
  lowerCaseHasPart,
  orderOf,
  type PageRequest,
  sliceOf,
  withTotal,
} from '../platform/database/read-page.ts'

const isNotDeleted = isNull(golfers.deletedAt)

// Each of these sort orders has an index on exactly the same expressions.
const GOLFER_ORDERS = {
  name: [sql`lower(${golfers.name})`, golfers.id],
  email: [sql`lower(${golfers.email})`, golfers.id],
  createdAt: [golfers.createdAt, golfers.id],
}
const GROUP_ORDERS = {
  name: [sql`lower(${groups.name})`, groups.id],
  createdAt: [groups.createdAt, groups.id],
  expiryDate: [groups.expiryDate, groups.id],
}

export async function readTotals(db: Database) {
  const groupIds = db.select({ id: groups.id }).from(groups)
  const [totalUsers, totalGroups, totalMembers] = await Promise.all([
    db.$count(golfers, isNotDeleted),
    db.$count(groups),
    // Deleted groups keep their members until they are purged.
    db.$count(groupMembers, inArray(groupMembers.groupId, groupIds)),
  ])
  return { totalUsers, totalGroups, totalMembers }
}

export function listUsers(db: Database, query: QueryOf<typeof listAllUsers>) {
  const order = orderOf(query.sort ?? 'name', GOLFER_ORDERS)
  const isListed = query.search ? and(isNotDeleted, hasPartInGolfer(query.search)) : isNotDeleted
  const page = selectPageIds(db, golfers, query, order, isListed)
  const rows = db
    .select({
      id: golfers.id,
      name: golfers.name,
      email: golfers.email,
      phone: golfers.phone,
      phoneConfirmed: sql<boolean>`${golfers.phoneConfirmedAt} is not null`,
      isSuperAdmin: golfers.isSuperAdmin,
      createdAt: isoInstant(golfers.createdAt),
    })
    .from(golfers)
    .innerJoin(page, eq(page.id, golfers.id))
    .orderBy(...order)
  const total = query.search
    ? countMatches(db, db.select({ id: golfers.id }).from(golfers).where(isListed))
    : db.$count(golfers, isNotDeleted)
  return withTotal(rows, total)
}

export function listMemberships(db: Database, query: QueryOf<typeof listAllMemberships>) {
  const order = orderOf(query.sort ?? 'name', GOLFER_ORDERS)
  const matching = query.search ? golfersMatching(db, query.search, order) : undefined
  const from = matching?.as('golfers') ?? golfers
  const page = selectPageIds(db, from, query, order, matching ? undefined : isNotDeleted)
  const rows = db
    .select({
      id: golfers.id,
      golfer_name: golfers.name,
      email: golfers.email,
      groups: sql<string>`coalesce((
        select string_agg(${groups.name}, ', ' order by lower(${groups.name}), ${groups.id})
        from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId}
        where ${groupMembers.golferId} = ${golfers.id}), '')`,
    })
    .from(golfers)
    .innerJoin(page, eq(page.id, golfers.id))
    .orderBy(...order)
  return withTotal(rows, matching ? countMatches(db, matching) : db.$count(golfers, isNotDeleted))
}

/**
 * Finds golfers by their own name or email, and by the names of their groups, in two subqueries that each
 * stop at `MAX_FOUND_ROWS`. Both also select the name and the email, because the union is sorted by them.
 */
function golfersMatching(db: Database, search: string, order: SQL[]) {
  const firstMatches = (where: SQL | undefined) =>
    db
      .select({ id: golfers.id, name: golfers.name, email: golfers.email })
      .from(golfers)
      .where(and(isNotDeleted, where))
      .orderBy(...order)
      .limit(MAX_FOUND_ROWS)
  const inGroups = db
    .select({ id: groupMembers.golferId })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(hasPart(groups.name, search))
  return union(firstMatches(hasPartInGolfer(search)), firstMatches(inArray(golfers.id, inGroups)))
}

export function golfersNamed(db: Database, search: string) {
  return db.select({ id: golfers.id }).from(golfers).where(hasPart(golfers.name, search))
}

const hasPartInGolfer = (search: string) =>
  or(hasPart(golfers.name, search), hasPart(golfers.email, search))

/**
 * Selects only the ids of a page; the caller joins the other columns. This way, PostgreSQL skips earlier
 * pages without reading their rows. If `from` is a subquery, its alias must be the table's name, because
 * `order` refers to the table.
 */
export function selectPageIds(
  db: Database,
  from: (PgTable | PgView | Subquery) & { id: PgColumn },
  query: PageRequest,
  order: SQL[],
  where?: SQL,
) {
  const { limit, offset } = sliceOf(query)
  return db
    .select({ id: from.id })
    .from(from)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('page')
}

export function listGroups(db: Database, query: QueryOf<typeof listAllGroups>) {
  const order = orderOf(query.sort ?? 'name', GROUP_ORDERS)
  const matching = query.search ? groupsMatching(db, query.search) : undefined
  const page = selectPageIds(db, matching?.as('live_groups') ?? groups, query, order)
  const rows = db
    .select(listedColumns)
    .from(groups)
    .innerJoin(page, eq(page.id, groups.id))
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .orderBy(...order)
  return withTotal(rows, matching ? countMatches(db, matching) : db.$count(groups))
}

function groupsMatching(db: Database, search: string) {
  const { id, name, createdAt, expiryDate } = groups
  const groupsWhere = (where: SQL | undefined) =>
    db.select({ id, name, createdAt, expiryDate }).from(groups).where(where)
  const owners = db.select({ id: golfers.id }).from(golfers).where(hasPartInGolfer(search))
  return union(
    groupsWhere(or(hasPart(groups.name, search), lowerCaseHasPart(groups.slug, search))),
    groupsWhere(inArray(groups.ownerId, owners)),
  )
}

export async function readGroup(db: Queries, groupId: number) {
  const [row] = await db
    .select({ ...listedColumns, ownerEmail: golfers.email })
    .from(groups)
    .innerJoin(golfers, eq(golfers.id, groups.ownerId))
    .where(eq(groups.id, groupId))
  return row
}

export async function saveActive(tx: Queries, groupId: number, isActive: boolean): Promise<void> {
  await tx.update(allGroups).set({ isActive }).where(eq(allGroups.id, groupId))
}
