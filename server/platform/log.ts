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
  if (!('params' in error)) return stdSerializers.err(error)
  const query = 'query' in error ? String(error.query) : undefined
  return {
    type: 'FailedQuery',
    query,
    cause: error.cause instanceof Error ? stdSerializers.err(error.cause) : undefined,
  }
}
