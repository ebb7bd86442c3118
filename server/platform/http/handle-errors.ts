import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { $ZodIssue } from 'zod/v4/core'
import type { ErrorBody } from '../../../contract/errors.ts'
import { hasCause, hasSqlState, ResponseLost } from '../database/failures.ts'
import { PoolExhausted } from '../database/pool.ts'
import { AppError } from '../errors.ts'
import { logAuthEvent } from '../log.ts'
import { golferIdOf } from './register-route.ts'
import { REQUEST_ID_HEADER } from './trace-requests.ts'

const RETRY_AFTER_SECONDS = 2

/** Methods that change nothing, so a failed call is always safe to repeat. */
const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Sends a failure as JSON with `message` and `code`. Internal errors are logged but not revealed. */
export function sendError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, code, message, details } = asAppError(error, request.method)
  // The hooks that set these headers do not run if a request fails early, so set the headers here, too.
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  reply.header(REQUEST_ID_HEADER, request.id)
  if (status >= 500) request.log.error({ err: error }, 'A request failed')
  if (status === 403) {
    const golferId = golferIdOf(request.identity)
    logAuthEvent(request.log, 'auth.denied', { golferId, code, route: request.routeOptions.url })
  }
  if (typeof details['retryAfter'] === 'number') reply.header('retry-after', details['retryAfter'])
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const body: ErrorBody = { message, code, ...details }
  return reply.code(status).type('application/json').send(body)
}

function asAppError(error: FastifyError | AppError, method: string): AppError {
  if (error instanceof AppError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError('BODY_TOO_LARGE', 'The request is larger than 64 KB.')
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, as application/json.')
  }
  // A foreign-key violation: a new row refers to a row that was just deleted, such as a new member's group.
  if (hasSqlState(error, ['23503'])) {
    return new AppError(
      'NOT_FOUND',
      "This was just removed. Reload the page to see what's there now.",
    )
  }
  if (!READ_METHODS.has(method) && hasCause(error, (cause) => cause instanceof ResponseLost)) {
    return new AppError(
      'OUTCOME_UNKNOWN',
      "We couldn't confirm that your change was saved. Reload the page to check before you try again.",
      { retryAfter: RETRY_AFTER_SECONDS },
    )
  }
  if (hasCause(error, isUnavailable)) {
    return new AppError('UNAVAILABLE', 'Fourball is unavailable right now. Please try again.', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const what = error instanceof SyntaxError || error.code?.includes('BODY') ? 'JSON' : 'address'
    return new AppError('INVALID_INPUT', `We couldn't read the request: its ${what} isn't valid.`)
  }
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}

export function invalidInput(issues: readonly $ZodIssue[]): AppError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.map(String).join('.') || 'body'] ??= message
  const [field, message] = Object.entries(fields)[0] ?? ['body', "This value isn't valid"]
  return new AppError('INVALID_INPUT', `${field}: ${message}`, { fields })
}

/**
 * Returns whether the database is down or shutting down (SQLSTATE 08, 57P), is a standby after a failover
 * (25006), or is too busy: too many connections (53300), a timeout (25P03, 57014, 55P03), a deadlock (40P01)
 * or a conflict (40001).
 */
function isUnavailable(cause: Error): boolean {
  return (
    cause instanceof ResponseLost ||
    cause instanceof PoolExhausted ||
    ('code' in cause && UNAVAILABLE_CODE.test(String(cause.code))) ||
    UNAVAILABLE_MESSAGE.test(cause.message)
  )
}

const UNAVAILABLE_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|08...|57P0.|57014|55P03|25P03|25006|40P01|40001|53300)$/
const UNAVAILABLE_MESSAGE =
  /Connection terminated|is not queryable|Query read timeout|did not answer in time|went silent|timeout exceeded when trying to connect/
