import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
} from 'cockatiel'
import { Gauge } from 'prom-client'

/** Defaults for calls to a provider. */
export const CALL_LIMITS = {
  /** Timeout for one call with its retry, in milliseconds. */
  callMs: 3_000,
  failuresToPause: 5,
  /** How long calls pause before one call is let through, in milliseconds. */
  pauseMs: 30_000,
}

export type CallLimits = Readonly<typeof CALL_LIMITS>

const pausedGauge = new Gauge({
  name: 'fourball_provider_paused',
  help: '1 after repeated failures pause calls to a provider, until a call succeeds; otherwise 0',
  labelNames: ['provider'] as const,
})

export type Provider = 'email' | 'texts' | 'payments' | 'forecasts' | 'places'

/** Calls `onPause` with the last error each time a pause begins. */
export function createBreaker(
  provider: Provider,
  { failuresToPause, pauseMs }: Omit<CallLimits, 'callMs'>,
  isFailure: (error: unknown) => boolean,
  onPause?: (cause: string) => void,
) {
  const breaker = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresToPause),
  })
  pausedGauge.set({ provider }, 0)
  breaker.onStateChange((state) =>
    pausedGauge.set({ provider }, state === CircuitState.Closed ? 0 : 1),
  )
  breaker.onBreak((cause) => onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  return breaker
}

/** Retries a failed call once, after at most 400 ms, because a person is waiting. */
export function retryOnce(isTransient: (error: unknown) => boolean) {
  return retry(handleWhen(isTransient), {
    maxAttempts: 1,
    backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
  })
}
