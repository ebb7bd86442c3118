import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts'

/** An error for the API's caller. `code` determines the HTTP status; `details` are added to the response. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Returns an error's message in one line. If several addresses of a host failed, uses the first error. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const message = first instanceof Error ? first.message || String(first.cause ?? first) : first
  return String(message).replaceAll('\n', ' ')
}

/** Creates the error for something that does not exist or that belongs to another group. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `We couldn't find this ${what}. It may have been removed.`)
}

export function notSignedIn(): AppError {
  return new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: { [field]: message } })
}
