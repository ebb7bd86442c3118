import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { MAX_FOUND_ROWS, PAGE_ROWS } from '../../../contract/limits.ts'
import type { Page, pageQuery } from '../../../contract/paging.ts'
import type { Queries } from './database.ts'

export type PageRequest = z.output<ReturnType<typeof pageQuery>>

export function sliceOf({ page = 1, limit = PAGE_ROWS }: PageRequest) {
  return { limit, offset: (page - 1) * limit }
}

/** Returns what to sort by. The last expression must be unique, so that no row is on two pages. */
export function orderOf<Column extends string>(
  sort: Column | `-${Column}`,
  columns: Readonly<Record<Column, readonly SQLWrapper[]>>,
): SQL[] {
  const isDescending = sort.startsWith('-')
  const name = sort.replace(/^-/, '')
  const expressions = Object.entries<readonly SQLWrapper[]>(columns).find(([one]) => one === name)
  if (expressions === undefined) throw new Error(`Unknown sort order: ${sort}`)
  return expressions[1].map((by) => (isDescending ? sql`${by} desc` : sql`${by} asc`))
}

/** Matches rows whose `text` contains `part`, ignoring case. Needs a trigram index on `lower(text)`. */
export function hasPart(text: SQLWrapper, part: string): SQL {
  return lowerCaseHasPart(sql`lower(${text})`, part)
}

/** Like {@link hasPart}, for a column in lower case. Needs a trigram index on the column. */
export function lowerCaseHasPart(text: SQLWrapper, part: string): SQL {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${text} like lower(${pattern})`
}

export async function countMatches(db: Queries, query: SQLWrapper): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${query} limit ${MAX_FOUND_ROWS}) found`,
  )
  return rows[0]?.found ?? 0
}

export async function withTotal<Row>(rows: PromiseLike<Row[]>, total: PromiseLike<number>) {
  const [found, count] = await Promise.all([rows, total])
  return { rows: found, total: count } satisfies Page<Row>
}
