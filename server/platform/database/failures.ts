import { DatabaseError } from 'pg'

/** The connection was lost before the database responded, so the statement may have taken effect. */
export class ResponseLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database responded', { cause })
  }
}

/**
 * Returns whether an error is the database's response to a statement, so the statement had no effect. Two
 * kinds of response do not count, because they leave the outcome unknown: after a crash of the database
 * (57P02), and from a pooler that lost its connection to the database (class 08).
 */
export function isDatabaseResponse(error: unknown): boolean {
  return hasAnswer(error, ({ code = '' }) => !/^(57P02|08...)$/.test(code))
}

export function isResponseTimeout(error: unknown): boolean {
  // The driver gives this error no code, so compare its message.
  return hasCause(error, ({ message }) => message === 'Query read timeout')
}

/**
 * The PostgreSQL functions that raise an error if the result of a prepared statement, or of a running
 * function, has other columns than before.
 */
const COLUMN_CHECKS = ['RevalidateCachedQuery', 'build_attrmap_by_position']

/**
 * Returns whether a migration has changed the columns of a statement's result. A prepared statement then
 * always fails on this connection.
 */
export function isStalePlan(error: unknown): boolean {
  return hasAnswer(error, ({ routine = '' }) => COLUMN_CHECKS.includes(routine))
}

/** Returns whether the database or the pooler closes the connection after this error. */
export function isFatal(error: unknown): boolean {
  return hasAnswer(error, ({ severity }) => severity === 'FATAL')
}

/**
 * Returns whether a statement did not reach the database: the statement was invalid, the connection was
 * closed, or PgBouncer had no connection to the database.
 */
export function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /not queryable|query_wait_timeout|server_login_retry/.test(String(error))
  )
}

export function hasSqlState(error: unknown, states: readonly string[]): boolean {
  return hasAnswer(error, ({ code = '' }) => states.includes(code))
}

function hasAnswer(error: unknown, is: (answer: DatabaseError) => boolean): boolean {
  return hasCause(error, (one) => one instanceof DatabaseError && is(one))
}

/** Returns whether an error or one of its causes meets a condition. (Drizzle wraps the driver's errors.) */
export function hasCause(error: unknown, is: (one: Error) => boolean): boolean {
  return error instanceof Error && (is(error) || hasCause(error.cause, is))
}
