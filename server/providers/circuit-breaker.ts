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
import { processMetrics } from '../platform/metrics.ts'

export interface PauseLimits {
  /** Consecutive failures before calls pause. */
  readonly failuresToPause: number
  /** How long calls pause before one may try again. Milliseconds. */
  readonly pauseMs: number
}

/** The limits of every provider, unless a test sets others. */
export const PAUSE_LIMITS: PauseLimits = { failuresToPause: 5, pauseMs: 30_000 }

const paused = new Gauge({
  name: 'fourball_provider_paused',
  help: 'Whether calls to a provider are paused (1) because they kept failing, until one succeeds (0)',
  labelNames: ['provider'] as const,
  registers: [processMetrics],
})

export type Provider = 'email' | 'texts' | 'payments' | 'forecasts' | 'places'

/**
 * Creates a circuit breaker, which pauses calls to a provider while it keeps failing.
 * @param provider its name in the metrics
 * @param isFailure whether an error says something about the provider's health
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
 * Creates a policy that retries once, quickly, because a person is waiting. The backoff's default
 * generator adds jitter, so that nodes do not all retry at the same moment. Inside a breaker, a retried
 * call counts once.
 */
export function retryOnce(mayPassSoon: (error: unknown) => boolean): RetryPolicy {
  return retry(handleWhen(mayPassSoon), {
    maxAttempts: 1,
    backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
  })
}
