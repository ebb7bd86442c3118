import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { $ZodIssue } from 'zod/v4/core'
import type { ErrorBody } from '../../../contract/errors.ts'
import { AnswerLost, PoolExhausted } from '../database/connection.ts'
import { AppError } from '../errors.ts'
import { logAuthEvent } from '../log.ts'
import { actorOf } from './register-route.ts'

/** Seconds until a call should be retried when the database is down or busy. */
const RETRY_AFTER_SECONDS = 2

/** Methods that change nothing, so a failed call is always safe to repeat. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Registers the only code that turns failures into HTTP responses. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    sendError(error, request, reply),
  )
}

/** Sends a failure as JSON with `message` and `code`. Internal errors are logged but not revealed. */
export function sendError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error, request.method)
  // A failure before the hooks have run needs these headers too.
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  if (known.status >= 500) request.log.error({ err: error }, 'A request failed')
  if (known.status === 403) {
    const golferId = actorOf(request.identity)?.golferId
    const route = request.routeOptions.url
    logAuthEvent(request.log, 'auth.denied', { golferId, code: known.code, route })
  }
  const retryAfter = known.details['retryAfter']
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  const body: ErrorBody = { message: known.message, code: known.code, ...known.details }
  return reply.code(known.status).type('application/json').send(body)
}

function asAppError(error: FastifyError | AppError, method: string): AppError {
  if (error instanceof AppError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError('BODY_TOO_LARGE', 'The request is larger than 64 KB.')
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, as application/json.')
  }
  if (wasRemoved(error)) {
    return new AppError('NOT_FOUND', 'This was just removed. Reload and try again.')
  }
  if (!READING.has(method) && causesOf(error).some((cause) => cause instanceof AnswerLost)) {
    return new AppError(
      'OUTCOME_UNKNOWN',
      "We couldn't confirm that your change was saved. Reload to check before you try again.",
      { retryAfter: RETRY_AFTER_SECONDS },
    )
  }
  if (isUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'Fourball is unavailable right now. Please try again.', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const what = error instanceof SyntaxError || error.code?.includes('BODY') ? 'JSON' : 'address'
    return new AppError('INVALID_INPUT', `The request could not be read: its ${what} is not valid.`)
  }
  return internal()
}

/** Creates the refusal of a call whose input breaks the contract's rules. */
export function invalidInput(issues: readonly $ZodIssue[]): AppError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.map(String).join('.') || 'body'] ??= message
  const [field, message] = Object.entries(fields)[0] ?? ['body', "This value isn't valid."]
  return new AppError('INVALID_INPUT', `${field}: ${message}`, { fields })
}

function internal(): AppError {
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}

/**
 * Returns whether an error is a foreign-key violation (23503): a new row refers to one that was just
 * deleted, such as a member to a group.
 */
function wasRemoved(error: Error): boolean {
  return causesOf(error).some((cause) => 'code' in cause && cause.code === '23503')
}

/**
 * Returns whether an error from Node or PostgreSQL means that the database is down or going down (SQLSTATE
 * 08, 57P), or too busy for this call: a timeout (57014, 55P03), deadlock (40P01) or conflict (40001).
 */
function isUnavailable(error: Error): boolean {
  return causesOf(error).some((cause) => {
    const code = 'code' in cause ? String(cause.code) : ''
    return (
      cause instanceof AnswerLost ||
      cause instanceof PoolExhausted ||
      /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|08...|57P0.|57014|55P03|25P03|40P01|40001|53300)$/.test(
        code,
      ) ||
      /Connection terminated|is not queryable|Query read timeout|did not answer in time|went silent|timeout exceeded when trying to connect/.test(
        cause.message,
      )
    )
  })
}

/** Returns an error and its chain of causes. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
