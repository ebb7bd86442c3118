import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Selects a timestamp in the format of API responses: ISO 8601 in UTC. Null stays null. */
export function isoInstant<Column extends PgColumn>(column: Column) {
  const text = sql`${column}`.mapWith((value) => new Date(value).toISOString())
  return text as SQL<Column['_']['notNull'] extends true ? string : string | null>
}

/** Formats a timestamp like {@link isoInstant}, but in PostgreSQL, for use in JSON and keys. */
export function isoTextOf(instant: SQLWrapper): SQL {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
