/** SQLSTATE of a serialization failure and of a deadlock: nothing was done, and may be done again. */
const CONFLICTS = new Set(['40001', '40P01'])

const TRIES = 4

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

function isConflict(error: unknown): boolean {
  // Drizzle wraps what the driver throws.
  const causes = error instanceof Error ? [error, error.cause] : []
  return causes.some(
    (cause) => cause instanceof Error && 'code' in cause && CONFLICTS.has(String(cause.code)),
  )
}
