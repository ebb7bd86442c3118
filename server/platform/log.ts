import { type Logger, pino, stdSerializers } from 'pino'

/**
 * The process's log, one JSON object a line. A failed query is logged with its text and cause,
 * without its parameters: those are people's data.
 */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { level, serializers: { err: withoutParameters } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const query = failedQueryIn(error)
  if (query === undefined) return stdSerializers.err(error)
  return {
    type: 'FailedQuery',
    query: 'query' in query ? String(query.query) : undefined,
    cause: query.cause instanceof Error ? stdSerializers.err(query.cause) : undefined,
  }
}

/** The failed query that an error is, or comes of. */
function failedQueryIn(error: Error): Error | undefined {
  if ('params' in error) return error
  return error.cause instanceof Error ? failedQueryIn(error.cause) : undefined
}
