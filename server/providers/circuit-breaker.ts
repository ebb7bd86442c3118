import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type RetryPolicy,
  retry,
} from 'cockatiel'
import { Gauge } from 'prom-client'
import { processRegistry } from '../platform/metrics.ts'

export interface PauseLimits {
  /** How many consecutive failures pause the calls. */
  readonly failuresToPause: number
  /** How long calls pause before one call is let through, in milliseconds. */
  readonly pauseMs: number
}

/** The limits for every provider, unless a test passes others. */
export const PAUSE_LIMITS: PauseLimits = { failuresToPause: 5, pauseMs: 30_000 }

const paused = new Gauge({
  name: 'fourball_provider_paused',
  help: '1 after repeated failures pause calls to a provider, until a call succeeds; otherwise 0',
  labelNames: ['provider'] as const,
  registers: [processRegistry],
})

export type Provider = 'email' | 'texts' | 'payments' | 'forecasts' | 'places'

/**
 * Creates a circuit breaker, which pauses calls to a provider after repeated failures.
 * @param provider the provider's name in the metrics
 * @param isFailure returns whether an error counts as a failure of the provider
 * @param onPause called with the last error when a pause begins
 */
export function createBreaker(
  provider: Provider,
  { failuresToPause, pauseMs }: PauseLimits,
  isFailure: (error: unknown) => boolean,
  onPause?: (cause: string) => void,
): CircuitBreakerPolicy {
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresToPause),
  })
  paused.set({ provider }, 0)
  breaker.onStateChange((state) => paused.set({ provider }, state === CircuitState.Closed ? 0 : 1))
  breaker.onBreak((cause) => onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  return breaker
}

/**
 * Creates a policy that retries a failed call once. The delay is short, because a person is waiting. By
 * default, the backoff adds jitter, so that nodes do not all retry at the same moment. Inside a breaker, a
 * call and its retry count as one call.
 */
export function retryOnce(isTransient: (error: unknown) => boolean): RetryPolicy {
  return retry(handleWhen(isTransient), {
    maxAttempts: 1,
    backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
  })
}
