import { eq, inArray, type SQL } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS, auditAction, type listAudit } from '../../../contract/audit.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { MAX_FOUND_ROWS } from '../../../contract/limits.ts'
import { auditEntries, golfers } from '../../identity/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { countMatches, hasPart, orderOf, withTotal } from '../../platform/database/read-page.ts'
import { golfersNamed, selectPageIds } from '../store.ts'

const actors = alias(golfers, 'actors')

export function listAuditEntries(db: Database, query: QueryOf<typeof listAudit>) {
  const order = orderOf(query.sort ?? '-at', { at: [auditEntries.at, auditEntries.id] })
  const matching = query.search ? matchingIds(db, query.search, order) : undefined
  const page = selectPageIds(db, matching?.as('audit_entries') ?? auditEntries, query, order)
  return withTotal(
    db
      .select({
        id: auditEntries.id,
        at: isoInstant(auditEntries.at),
        actorName: actors.name,
        action: auditEntries.action,
        groupId: auditEntries.groupId,
        groupName: auditEntries.groupName,
        golferName: golfers.name,
        detail: auditEntries.detail,
      })
      .from(auditEntries)
      .innerJoin(page, eq(page.id, auditEntries.id))
      .leftJoin(actors, eq(actors.id, auditEntries.actorId))
      .leftJoin(golfers, eq(golfers.id, auditEntries.golferId))
      .orderBy(...order),
    matching ? countMatches(db, matching) : db.$count(auditEntries),
  )
}

/** Searches each column in a separate subquery. Each uses an index and stops at `MAX_FOUND_ROWS`. */
function matchingIds(db: Database, search: string, order: SQL[]) {
  const firstMatches = (where: SQL) =>
    db
      .select({ id: auditEntries.id, at: auditEntries.at })
      .from(auditEntries)
      .where(where)
      .orderBy(...order)
      .limit(MAX_FOUND_ROWS)
  const namedGolfers = golfersNamed(db, search)
  const actions = auditAction.options.filter((action) =>
    AUDIT_ACTIONS[action][0].toLowerCase().includes(search.toLowerCase()),
  )
  return union(
    firstMatches(hasPart(auditEntries.groupName, search)),
    firstMatches(hasPart(auditEntries.detail, search)),
    firstMatches(inArray(auditEntries.actorId, namedGolfers)),
    firstMatches(inArray(auditEntries.golferId, namedGolfers)),
    firstMatches(inArray(auditEntries.action, actions)),
  )
}
