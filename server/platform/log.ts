import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type Logger, pino, stdSerializers } from 'pino'
import { currentTrace } from './trace.ts'

/** Adds the request or job to each line. Omits tokens, IP addresses, and the values of failed queries. */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const serializers = { err: withoutSecrets, req: describeRequest }
  return pino({ level, mixin: traceFields, serializers }, destination)
}

function traceFields(_line: object, _level: number, logger: Logger): object {
  const { reqId, ...trace } = currentTrace()
  // A request's own logger already adds the id. Adding it here too would repeat the field.
  return reqId === undefined || 'reqId' in logger.bindings() ? trace : { reqId, ...trace }
}

function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const failedQuery = failedQueryIn(error)
  if (failedQuery === undefined) {
    // If Node cannot parse a request, it adds the request's bytes to the error. They may contain secrets.
    const { rawPacket: _, ...serialized } = stdSerializers.err(error)
    return serialized
  }
  return {
    type: 'FailedQuery',
    query: 'query' in failedQuery ? String(failedQuery.query) : undefined,
    cause: failedQuery.cause instanceof Error ? stdSerializers.err(failedQuery.cause) : undefined,
  }
}

function failedQueryIn(error: Error): Error | undefined {
  if ('params' in error) return error
  return error.cause instanceof Error ? failedQueryIn(error.cause) : undefined
}

/** Tokens in URLs have 32 characters or more. Slugs and ids have fewer. */
const MIN_TOKEN_LENGTH = 32
const REDACTED = '[redacted]'

/** Redacts tokens in the path, including paths of the web app's screens, and drops the query's values. */
function describeRequest({ method, url, params }: FastifyRequest) {
  const [path = '', query] = url.split('?')
  // A route's `:token` is secret, however short it is. An ending such as .ics may follow it.
  const token = String(Object(params).token ?? '')
  const isSecret = (segment: string) =>
    segment.length >= MIN_TOKEN_LENGTH || (token !== '' && decodeSegment(segment).startsWith(token))
  const safeSegments = path.split('/').map((segment) => (isSecret(segment) ? REDACTED : segment))
  const safeNames = [...new URLSearchParams(query).keys()].map((name) =>
    name.length < MIN_TOKEN_LENGTH ? name : REDACTED,
  )
  return {
    method,
    path: safeSegments.join('/') + (safeNames.length === 0 ? '' : `?${safeNames.join('&')}`),
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Operators search the log for these names, so they must stay the same. */
export type AuthEvent =
  | 'auth.login_succeeded'
  | 'auth.login_failed'
  | 'auth.login_delayed'
  | 'auth.code_required'
  | 'auth.code_entered'
  | 'auth.code_failed'
  | 'auth.code_set_up'
  | 'auth.code_removed'
  | 'auth.recovery_code_used'
  | 'auth.logged_out'
  | 'auth.sessions_ended'
  | 'auth.password_changed'
  | 'auth.password_check_failed'
  | 'auth.password_reset'
  | 'auth.password_reset_requested'
  | 'auth.denied'

/** `fields`: ids, counts and keyed hashes. Never an email, a network address, a password or a token. */
export function logAuthEvent(
  log: FastifyBaseLogger,
  event: AuthEvent,
  fields: Readonly<Record<string, string | number | boolean | undefined>>,
): void {
  log.info({ event, ...fields }, event)
}
