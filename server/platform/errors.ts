import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts'

/** A failure the caller is told about: its code decides the HTTP status, `details` joins the body. */
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

/** What is not there and what is another group's answer alike. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `This ${what} could not be found. It may have been removed.`)
}

/** There is no session, or it is over. */
export function signInFirst(): AppError {
  return new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
}

/** One field of the input was wrong in a way that the contract's shape alone cannot tell. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: { [field]: message } })
}
