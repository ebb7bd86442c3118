import { isPool, type Queries } from './database.ts'

/** The SQLSTATEs of a serialization failure and a deadlock. Nothing was done, so retrying is safe. */
const CONFLICTS = new Set(['40001', '40P01'])

const TRIES = 8

/** Thrown by code that detects a conflict with another transaction, so that its own is retried. */
export class Conflict extends Error {
  readonly code = '40001'
}

/** Runs a transaction, and retries it a few times when it conflicts with another one. */
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
 * Like {@link retryConflicts}, for a single statement. On the pool it is its own transaction. Within a
 * transaction it is not retried: only the code that began the transaction can retry all of it.
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
