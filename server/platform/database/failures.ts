import { DatabaseError } from 'pg'

/** Thrown when the connection was lost before a statement was answered. Whether it took effect is unknown. */
export class AnswerLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database responded', { cause })
  }
}

/**
 * Returns whether an error is the database's answer to a statement, which then had no effect. After a crash
 * (57P02), or when a pooler lost its connection to the database (class 08), the outcome is unknown.
 */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(57P02|08...)$/.test(error.code ?? '')
}

/** Returns whether the database did not answer a statement in time. */
export function isUnanswered(error: unknown): boolean {
  // The driver's message, since this error has no code.
  return hasCause(error, ({ message }) => message === 'Query read timeout')
}

/** Returns whether the server only reads, as a standby does: there was a failover. */
export function isReadOnly(error: unknown): boolean {
  return hasAnswer(error, ({ code }) => code === '25006')
}

/**
 * Returns whether a prepared statement, which was not run, would now return other columns than when it was
 * prepared: a newer node has migrated the database. It would fail on this connection forever.
 */
export function isStalePlan(error: unknown): boolean {
  return hasAnswer(
    error,
    ({ code, routine }) => code === '0A000' && routine === 'RevalidateCachedQuery',
  )
}

/** Returns whether the other end closes the connection after this error. */
export function isFatal(error: unknown): boolean {
  return hasAnswer(error, ({ severity }) => severity === 'FATAL')
}

/** Returns whether the database refused a statement that may succeed when it is sent again. */
export function isWorthRepeating(error: unknown): boolean {
  return isStalePlan(error) || hasAnswer(error, ({ code }) => code === '40P01')
}

/**
 * Returns whether the database never got a statement: it was invalid, the connection was gone, or PgBouncer
 * had no session for it.
 */
export function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /not queryable|query_wait_timeout|server_login_retry/.test(String(error))
  )
}

function hasAnswer(error: unknown, is: (answer: DatabaseError) => boolean): boolean {
  return hasCause(error, (one) => one instanceof DatabaseError && is(one))
}

/** Returns whether an error, or one that it wraps as its cause, is such an error. */
function hasCause(error: unknown, is: (one: Error) => boolean): boolean {
  return error instanceof Error && (is(error) || hasCause(error.cause, is))
}
