import { createRequire } from 'node:module'
import { TimeoutStrategy, timeout, wrap } from 'cockatiel'
import type Stripe from 'stripe'
import { ZodError } from 'zod'
import { createBreaker, PAUSE_LIMITS, type PauseLimits, retryOnce } from '../circuit-breaker.ts'
import { PaymentRefused, PaymentsUnavailable } from './payments.ts'

export interface StripeClientOptions {
  readonly secretKey: string
  /** Another server that implements Stripe's API. */
  readonly apiBase?: string | undefined
  readonly limits?: Partial<StripeLimits>
  /** Called when repeated failures pause calls to Stripe for a while. */
  readonly onPause?: (cause: string) => void
}

export interface StripeLimits extends PauseLimits {
  /** Total time for one call. Milliseconds. */
  readonly callMs: number
}

export const STRIPE_LIMITS: StripeLimits = { ...PAUSE_LIMITS, callMs: 3_000 }

/** The API version that the package's types are generated from. */
const API_VERSION = '2026-10-28.endive'

/** A failure that may not occur again on a retry. */
class TransientFailure extends PaymentsUnavailable {}

/**
 * Returns Stripe's client and `guard`, which wraps every function that uses it. The wrapper limits the time,
 * retries transient failures once, and pauses while Stripe keeps failing, so requests must be idempotent. Its
 * errors carry only Stripe's codes and request ID, since Stripe's messages and errors repeat what was sent.
 * @returns `guard` makes functions that throw only PaymentsUnavailable or PaymentRefused
 */
export function createStripeClient(options: StripeClientOptions) {
  const limits = { ...STRIPE_LIMITS, ...options.limits }
  const isStripesFault = (error: unknown) => !(error instanceof PaymentRefused)
  const policy = wrap(
    createBreaker('payments', limits, isStripesFault, options.onPause),
    timeout(limits.callMs, TimeoutStrategy.Aggressive),
    retryOnce((error) => error instanceof TransientFailure),
  )
  return {
    // Loading this large package blocks all requests, so load it now and not at the first payment.
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
          if (error instanceof PaymentRefused || error instanceof PaymentsUnavailable) throw error
          // The messages of the breaker and the timeout are safe to keep.
          const message = error instanceof Error && error.message
          throw new PaymentsUnavailable(`The request to Stripe failed: ${message}`)
        }
      },
  }
}

function connectStripe({ secretKey, apiBase }: StripeClientOptions, callMs: number): Stripe {
  const Client = loadStripe()
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    // Each of the client's own retries would get the full timeout.
    maxNetworkRetries: 0,
    timeout: callMs,
    telemetry: false,
    // The default client's timeout restarts with each byte, so a slow response could take forever.
    httpClient: Client.createFetchHttpClient(),
    ...(base !== undefined && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  })
}

const knownError = (error: unknown) =>
  error instanceof loadStripe().errors.StripeError ? error : undefined

/** Returns the HTTP status of a client error; undefined when Stripe gave no answer or is failing. */
export function statusOf(error: unknown): number | undefined {
  const status = knownError(error)?.statusCode
  return status !== undefined && !isFailure(status) ? status : undefined
}

export function codeOf(error: unknown): string | undefined {
  return knownError(error)?.code
}

/** 401 and 403: the operator can fix the key. 409: a request with the same idempotency key is running. */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 409, 429].includes(status)
}

/** Replaces client errors, which carry the request, and whose messages quote the key and the fields. */
function sanitizeError(error: unknown): Error {
  if (error instanceof PaymentRefused) return error
  if (error instanceof ZodError) {
    const path = error.issues[0]?.path.join('.')
    return new PaymentsUnavailable(`Stripe's response is not as documented: ${path}`)
  }
  const { statusCode: status, code, requestId, type } = knownError(error) ?? {}
  if (status === undefined) return new TransientFailure(`Stripe did not respond: ${type}`)
  const said = `Stripe returned ${status} with code ${code ?? type} (${requestId})`
  if (!isFailure(status)) return new PaymentRefused(said)
  return status >= 500 || status === 409
    ? new TransientFailure(said)
    : new PaymentsUnavailable(said)
}

const load = createRequire(import.meta.url)

/** Loads the Stripe package, which is large, on first use. All callers share one copy. */
export function loadStripe(): typeof Stripe {
  return load('stripe')
}
