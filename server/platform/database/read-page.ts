import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { MAX_FOUND_ROWS, PAGE_ROWS } from '../../../contract/limits.ts'
import type { Queries } from './database.ts'

/** What is asked of a paged list: see contract/paging.ts. */
export interface PageAsked<Sort extends string = string> {
  search?: string | undefined
  /** A column; with '-' before it from the end. */
  sort?: Sort | undefined
  /** From 1 on. */
  page?: number | undefined
  limit?: number | undefined
}

/** Which rows of the whole list are the page. */
export function sliceOf({ page = 1, limit = PAGE_ROWS }: PageAsked): {
  limit: number
  offset: number
} {
  return { limit, offset: (page - 1) * limit }
}

/**
 * The order that is asked for. `columns` has the expressions of each order, the last of them unique,
 * so that no row stands on two pages; an index on exactly these, either way, answers without sorting.
 */
export function orderOf<Column extends string>(
  sort: Column | `-${Column}`,
  columns: Readonly<Record<Column, readonly SQLWrapper[]>>,
): SQL[] {
  const descends = sort.startsWith('-')
  const column = (descends ? sort.slice(1) : sort) as Column
  return columns[column].map((by) => (descends ? sql`${by} desc` : sql`${by} asc`))
}

/** Whether a text has this part, without regard to case; a trigram index on `lower(text)` finds it. */
export function hasPart(text: SQLWrapper, part: string): SQL {
  return lowerCaseHasPart(sql`lower(${text})`, part)
}

/** As {@link hasPart}, of a text that has no capitals; a trigram index on the text itself finds it. */
export function lowerCaseHasPart(text: SQLWrapper, part: string): SQL {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${text} like lower(${pattern})`
}

/** How many rows a search finds, from a query of them; counted no further than a search is shown. */
export async function countFound(db: Queries, found: SQLWrapper): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${found} limit ${MAX_FOUND_ROWS}) found`,
  )
  return rows[0]?.found ?? 0
}
