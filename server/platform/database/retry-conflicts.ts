import { isPool, type Queries } from './database.ts'

/** SQLSTATE of a serialization failure and of a deadlock: nothing was done, and may be done again. */
const CONFLICTS = new Set(['40001', '40P01'])

const TRIES = 8

/** Another transaction came in between, as a verb found out itself: the transaction is to be retried. */
export class Conflict extends Error {
  readonly code = '40001'
}

/** Does a transaction over when another one came in between, a few times at most. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !isConflict(error)) throw error
    }
  }
}

/**
 * As {@link retryConflicts}, for a statement that is a transaction of its own where it goes through the
 * pool. Within a transaction nothing can be done over but all of it, by whoever began it.
 */
export function retryStatement<T>(db: Queries, work: () => Promise<T>): Promise<T> {
  return isPool(db) ? retryConflicts(work) : work()
}

function isConflict(error: unknown): boolean {
  // Drizzle wraps what the driver throws.
  const causes = error instanceof Error ? [error, error.cause] : []
  return causes.some(
    (cause) => cause instanceof Error && 'code' in cause && CONFLICTS.has(String(cause.code)),
  )
}
