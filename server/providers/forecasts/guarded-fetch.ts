import {
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import { ForecastsUnavailable } from './forecasts.ts'

export interface Guard {
  /** For one question in all: connecting, the whole body, a second try. Milliseconds. */
  readonly timeoutMs: number
  /** Questions in a row that must fail before the provider is left alone. */
  readonly failuresToPause: number
  /** How long it is left alone before one question may try again. Milliseconds. */
  readonly pauseMs: number
  /** Questions on their way at once. */
  readonly concurrency: number
  /** Questions that may wait for those. A group's first look at its list asks a few dozen. */
  readonly queue: number
  /** Longest body that is read. A day's forecast has 3 KB; 50 places with their postcodes 60 KB. */
  readonly maxBytes: number
}

export const GUARD: Guard = {
  timeoutMs: 3_000,
  failuresToPause: 5,
  pauseMs: 30_000,
  concurrency: 12,
  queue: 60,
  maxBytes: 512 * 1024,
}

/** Asks with GET and reads the JSON with `read`, which throws when it is not what was promised. */
export type AskJson = <T>(url: URL, read: (answer: unknown) => T) => Promise<T>

/**
 * Makes the one way to ask a provider for JSON. A breaker belongs to each such function, so make one
 * for each host and share it.
 *
 * Order matters: the breaker stands outside the retry, so that a question counts once however often
 * it was tried, and the bulkhead outside the breaker, so that being crowded is not taken for failing.
 * @returns throws ForecastsUnavailable and nothing else
 */
export function guardedFetch(guard: Guard, onPause?: (cause: string) => void): AskJson {
  const breaker = circuitBreaker(handleWhen(isProvidersFault), {
    halfOpenAfter: guard.pauseMs,
    breaker: new ConsecutiveBreaker(guard.failuresToPause),
  })
  breaker.onBreak((cause) => onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  const policy = wrap(
    bulkhead(guard.concurrency, guard.queue),
    breaker,
    timeout(guard.timeoutMs, TimeoutStrategy.Aggressive),
    // A GET may be repeated, but a person waits: once, and soon. The backoff's default generator
    // jitters, so that all nodes do not come back at the same moment.
    retry(handleWhen(mayPassSoon), {
      maxAttempts: 1,
      backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
    }),
  )
  return async (url, read) => {
    try {
      return await policy.execute(async ({ signal }) =>
        read(await getJson(url, guard.maxBytes, signal)),
      )
    } catch (error) {
      throw asUnavailable(error, url)
    }
  }
}

/** A wrong question says nothing about the provider's health. */
function isProvidersFault(error: unknown): boolean {
  return !(error instanceof ForecastsUnavailable && error.reason === 'refused')
}

/** Too many questions (429), and a wrong shape, are not mended by asking at once again. */
function mayPassSoon(error: unknown): boolean {
  return (
    error instanceof ForecastsUnavailable &&
    (error.reason === 'unreachable' || error.cause instanceof ServerFault)
  )
}

/** The HTTP status behind a `failing` that a second try may find gone. */
class ServerFault extends Error {}

async function getJson(url: URL, maxBytes: number, signal: AbortSignal): Promise<unknown> {
  let body: string
  try {
    const response = await fetch(url, {
      signal,
      // Neither API redirects; following one could carry the key to another host.
      redirect: 'error',
      headers: { accept: 'application/json', 'user-agent': 'Fourball' },
    })
    body = await readBounded(response, maxBytes, url)
    if (!response.ok) throw failureOf(response.status, body, url)
  } catch (error) {
    if (error instanceof ForecastsUnavailable) throw error
    throw new ForecastsUnavailable('unreachable', `${url.host} could not be reached`, {
      cause: error,
    })
  }
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new ForecastsUnavailable('malformed', `${url.host} answered no JSON`, { cause: error })
  }
}

async function readBounded(response: Response, maxBytes: number, url: URL): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, which closes the connection.
    if (bytes > maxBytes) throw new ForecastsUnavailable('malformed', `${url.host} never ends`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function failureOf(status: number, body: string, url: URL): ForecastsUnavailable {
  const said = `${url.host} answered ${status}: ${body.slice(0, 200)}`
  if (status >= 500) {
    return new ForecastsUnavailable('failing', said, { cause: new ServerFault(String(status)) })
  }
  return new ForecastsUnavailable(status === 429 ? 'failing' : 'refused', said)
}

function asUnavailable(error: unknown, url: URL): ForecastsUnavailable {
  if (error instanceof ForecastsUnavailable) return error
  if (isTaskCancelledError(error)) {
    return new ForecastsUnavailable('timeout', `${url.host} did not answer in time`)
  }
  if (isBrokenCircuitError(error) || isBulkheadRejectedError(error)) {
    return new ForecastsUnavailable('paused', `${url.host} is left alone for a while`)
  }
  return new ForecastsUnavailable('unreachable', `${url.host} could not be asked`, { cause: error })
}
