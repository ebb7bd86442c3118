import * as z from 'zod/mini'
import { line, numberInUrl } from './fields.ts'
import { MAX_PAGE_ROWS } from './limits.ts'

export const TOTAL_HEADER = 'x-total-count'

export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
}

const MAX_SEARCH_LENGTH = 100
const MAX_PAGE = 100_000

const integerUpTo = (max: number) =>
  numberInUrl(z.int().check(z.maximum(max, `Enter at most ${max}`)))

/** The list can be sorted by any of these columns. A '-' before the column reverses the order. */
export function pageQuery<const Column extends string>(...columns: Column[]) {
  const sorts = columns.flatMap((column) => [column, `-${column}` as const])
  return z.object({
    search: z.optional(line(MAX_SEARCH_LENGTH)),
    sort: z.optional(z.enum(sorts)),
    page: z.optional(integerUpTo(MAX_PAGE)),
    limit: z.optional(integerUpTo(MAX_PAGE_ROWS)),
  })
}

/** Returns the parts of an endpoint that lists rows of this shape in pages. */
export function pagesOf<Row extends z.ZodMiniType, const Column extends string>(
  row: Row,
  ...columns: Column[]
) {
  return { query: pageQuery(...columns), response: z.array(row), paged: true } as const
}
