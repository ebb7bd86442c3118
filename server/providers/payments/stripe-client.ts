import { createRequire } from 'node:module'
import { TimeoutStrategy, timeout, wrap } from 'cockatiel'
import type Stripe from 'stripe'
import { ZodError } from 'zod'
import { CALL_LIMITS, type CallLimits, createBreaker, retryOnce } from '../circuit-breaker.ts'
import { PaymentCallRefused, PaymentsUnavailable } from './payments.ts'

export interface StripeClientOptions {
  readonly secretKey: string
  readonly apiBase?: string | undefined
  readonly limits?: Partial<CallLimits>
  readonly onPause?: (cause: string) => void
}

/** The API version that the `stripe` package's types describe. */
const API_VERSION = '2026-10-28.endive'

class TransientFailure extends PaymentsUnavailable {}

/**
 * Returns Stripe's client and `guard`, which must wrap every function that uses the client. `guard` adds a
 * timeout, a circuit breaker, and one retry after a transient failure, so the function must be idempotent. A
 * wrapped function throws only PaymentsUnavailable or PaymentCallRefused.
 */
export function createStripeClient(options: StripeClientOptions) {
  const limits = { ...CALL_LIMITS, ...options.limits }
  const isStripesFault = (error: unknown) => !(error instanceof PaymentCallRefused)
  const policy = wrap(
    createBreaker('payments', limits, isStripesFault, options.onPause),
    timeout(limits.callMs, TimeoutStrategy.Aggressive),
    retryOnce((error) => error instanceof TransientFailure),
  )
  return {
    // Loading the large `stripe` package blocks all requests, so load it at startup.
    stripe: connectStripe(options, limits.callMs),
    guard:
      <Given extends unknown[], T>(request: (...given: Given) => Promise<T>) =>
      async (...given: Given): Promise<T> => {
        try {
          return await policy.execute(() =>
            request(...given).catch((error: unknown) => {
              throw sanitizeError(error)
            }),
          )
        } catch (error) {
          if (error instanceof PaymentCallRefused || error instanceof PaymentsUnavailable)
            throw error
          // This error is from the breaker or the timeout, so its message contains nothing private.
          const message = error instanceof Error && error.message
          throw new PaymentsUnavailable(`The request to Stripe failed: ${message}`)
        }
      },
  }
}

function connectStripe({ secretKey, apiBase }: StripeClientOptions, callMs: number): Stripe {
  const Client = loadStripe()
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  const protocol = base?.protocol === 'http:' ? 'http' : 'https'
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    // `guard` retries. The client would give each of its own retries the full timeout.
    maxNetworkRetries: 0,
    timeout: callMs,
    telemetry: false,
    // The default client's timeout restarts with each byte, so a slow response could last forever.
    httpClient: Client.createFetchHttpClient(),
    ...(base !== undefined && {
      protocol,
      host: base.hostname,
      port: base.port || (protocol === 'http' ? 80 : 443),
    }),
  })
}

const asStripeError = (error: unknown) =>
  error instanceof loadStripe().errors.StripeError ? error : undefined

/** Returns the status with which Stripe refused a request; undefined if Stripe fails or is unreachable. */
export function refusalStatusOf(error: unknown): number | undefined {
  const status = asStripeError(error)?.statusCode
  return status !== undefined && !isFailure(status) ? status : undefined
}

export function codeOf(error: unknown): string | undefined {
  return asStripeError(error)?.code
}

/**
 * Returns whether a status means that Stripe failed, not that it refused the request. 401 and 403 count as
 * failures, because the operator can fix the key. 409 means that another request uses the idempotency key.
 */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 409, 429].includes(status)
}

/** Keeps only Stripe's codes and the request id, because Stripe's messages quote the request. */
function sanitizeError(error: unknown): Error {
  if (error instanceof PaymentCallRefused) return error
  if (error instanceof ZodError) {
    const path = error.issues[0]?.path.join('.')
    return new PaymentsUnavailable(`Unexpected response from Stripe: ${path}`)
  }
  const { statusCode: status, code, requestId, type } = asStripeError(error) ?? {}
  if (status === undefined) return new TransientFailure(`Stripe did not respond: ${type}`)
  const description = `Stripe returned ${status} with code ${code ?? type} (${requestId})`
  if (!isFailure(status)) return new PaymentCallRefused(description)
  return status >= 500 || status === 409
    ? new TransientFailure(description)
    : new PaymentsUnavailable(description)
}

const load = createRequire(import.meta.url)

export function loadStripe(): typeof Stripe {
  return load('stripe')
}
