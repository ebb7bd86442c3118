import { type Logger, pino, stdSerializers } from 'pino'
import { describeRequest } from './http/describe-request.ts'

/**
 * Creates the process's log, with one JSON object per line. A failed query is logged with its text and
 * cause, but not its parameters, which are personal data. Requests are logged without tokens or addresses.
 */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { level, serializers: { err: withoutSecrets, req: describeRequest } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const query = failedQueryIn(error)
  if (query === undefined) {
    // For a request that cannot be parsed, Node attaches every byte of it to the error.
    const { rawPacket: _, ...known } = stdSerializers.err(error)
    return known
  }
  return {
    type: 'FailedQuery',
    query: 'query' in query ? String(query.query) : undefined,
    cause: query.cause instanceof Error ? stdSerializers.err(query.cause) : undefined,
  }
}

/** Returns the failed query that an error is or was caused by. */
function failedQueryIn(error: Error): Error | undefined {
  if ('params' in error) return error
  return error.cause instanceof Error ? failedQueryIn(error.cause) : undefined
}
