import {
  bulkhead,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import { CALL_LIMITS, createBreaker, type Provider, retryOnce } from '../circuit-breaker.ts'
import { ForecastsUnavailable } from './forecasts.ts'

export const REQUEST_LIMITS = {
  ...CALL_LIMITS,
  concurrency: 12,
  /** How many requests can wait. Opening a group's list for the first time queues a few dozen. */
  queue: 60,
  /** The largest response body. A day's forecast takes 3 KB, 50 places with postal codes take 60 KB. */
  maxBytes: 512 * 1024,
}

export type RequestLimits = Readonly<typeof REQUEST_LIMITS>

/** Returns a function, with its own circuit breaker, that fetches JSON. Throws only ForecastsUnavailable. */
export function createGuardedFetch(
  provider: Provider,
  limits: RequestLimits,
  onPause?: (cause: string) => void,
) {
  // The bulkhead wraps the breaker, so that a full queue does not count as a failure.
  const policy = wrap(
    bulkhead(limits.concurrency, limits.queue),
    createBreaker(provider, limits, isProvidersFault, onPause),
    timeout(limits.callMs, TimeoutStrategy.Aggressive),
    retryOnce((error) => error instanceof TransientFailure),
  )
  return async <T>(url: URL, parse: (answer: unknown) => T): Promise<T> => {
    try {
      return await policy.execute(async ({ signal }) =>
        parse(await getJson(url, limits.maxBytes, signal)),
      )
    } catch (error) {
      throw asUnavailable(error, url)
    }
  }
}

function isProvidersFault(error: unknown): boolean {
  return !(error instanceof ForecastsUnavailable && error.reason === 'refused')
}

/** Worth an immediate retry: no response, or status 5xx. Status 429 is not. */
class TransientFailure extends ForecastsUnavailable {}

async function getJson(url: URL, maxBytes: number, signal: AbortSignal): Promise<unknown> {
  let body: string
  try {
    const response = await fetch(url, {
      signal,
      // Open-Meteo never redirects, and following a redirect could leak the API key to another host.
      redirect: 'error',
      headers: { accept: 'application/json', 'user-agent': 'Fourball' },
    })
    body = await readBounded(response, maxBytes, url)
    if (!response.ok) throw failureOf(response.status, body, url)
  } catch (error) {
    if (error instanceof ForecastsUnavailable) throw error
    const message = `${url.host} could not be reached`
    throw new TransientFailure('unreachable', message, { cause: error })
  }
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new ForecastsUnavailable('malformed', `${url.host} did not return JSON`, { cause: error })
  }
}

async function readBounded(response: Response, maxBytes: number, url: URL): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Throwing leaves the loop, which cancels the stream and closes the connection.
    if (bytes > maxBytes)
      throw new ForecastsUnavailable('malformed', `${url.host} returned too much data`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function failureOf(status: number, body: string, url: URL): ForecastsUnavailable {
  const description = `${url.host} returned ${status}: ${body.slice(0, 200)}`
  if (status >= 500) return new TransientFailure('failing', description)
  return new ForecastsUnavailable(status === 429 ? 'failing' : 'refused', description)
}

function asUnavailable(error: unknown, url: URL): ForecastsUnavailable {
  if (error instanceof ForecastsUnavailable) return error
  if (isTaskCancelledError(error)) {
    return new ForecastsUnavailable('timeout', `${url.host} did not respond in time`)
  }
  if (isBrokenCircuitError(error) || isBulkheadRejectedError(error)) {
    return new ForecastsUnavailable('paused', `Requests to ${url.host} are paused`)
  }
  return new ForecastsUnavailable('unreachable', `Requests to ${url.host} failed`, { cause: error })
}
