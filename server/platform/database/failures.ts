import { DatabaseError } from 'pg'

/** The connection was lost before the database responded, so the statement may have taken effect. */
export class ResponseLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database responded', { cause })
  }
}

/**
 * Returns whether the database refused a statement, so it had no effect. After a crash of the database
 * (57P02), or if a pooler lost its connection to the database (class 08), the outcome is unknown.
 */
export function isDatabaseResponse(error: unknown): boolean {
  return hasDatabaseError(error, ({ code = '' }) => !/^(57P02|08...)$/.test(code))
}

export function isResponseTimeout(error: unknown): boolean {
  // The driver gives this error no code, so compare its message.
  return hasCause(error, ({ message }) => message === 'Query read timeout')
}

/** The PostgreSQL functions that raise an error when the columns of a result have changed. */
const COLUMN_CHECKS = ['RevalidateCachedQuery', 'build_attrmap_by_position']

/** Returns whether a migration changed the columns of a prepared statement, which then always fails. */
export function isStalePlan(error: unknown): boolean {
  return hasDatabaseError(error, ({ routine = '' }) => COLUMN_CHECKS.includes(routine))
}

/** Returns whether the database or the pooler closes the connection after this error. */
export function isFatal(error: unknown): boolean {
  return hasDatabaseError(error, ({ severity }) => severity === 'FATAL')
}

/** Returns whether a statement did not reach the database: it was invalid, or there was no connection. */
export function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /not queryable|query_wait_timeout|server_login_retry/.test(String(error))
  )
}

export function hasSqlState(error: unknown, states: readonly string[]): boolean {
  return hasDatabaseError(error, ({ code = '' }) => states.includes(code))
}

function hasDatabaseError(error: unknown, matches: (error: DatabaseError) => boolean): boolean {
  return hasCause(error, (one) => one instanceof DatabaseError && matches(one))
}

/** Returns whether an error or one of its causes meets a condition. (Drizzle wraps the driver's errors.) */
export function hasCause(error: unknown, matches: (one: Error) => boolean): boolean {
  return error instanceof Error && (matches(error) || hasCause(error.cause, matches))
}
