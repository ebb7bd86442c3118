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
 * Returns Stripe's client and `call`, which every request must go through. It limits the time, retries
 * transient failures once, and pauses while Stripe keeps failing, so requests must be idempotent. Its
 * errors carry only Stripe's codes and request ID, since Stripe's messages and errors repeat what was sent.
 * @returns `call` throws only PaymentsUnavailable or PaymentRefused
 */
export function createStripeClient(options: StripeClientOptions): {
  stripe: Stripe
  call: <T>(fetchJson: () => Promise<T>) => Promise<T>
} {
  const limits = { ...STRIPE_LIMITS, ...options.limits }
  // Loading this large package blocks all requests, so load it now and not at the first payment.
  const stripe = connectStripe(options, limits.callMs)
  const isStripesFault = (error: unknown) => !(error instanceof PaymentRefused)
  const policy = wrap(
    createBreaker(limits, isStripesFault, options.onPause),
    timeout(limits.callMs, TimeoutStrategy.Aggressive),
    retryOnce((error) => error instanceof TransientFailure),
  )
  return {
    stripe,
    async call(fetchJson) {
      try {
        return await policy.execute(() =>
          fetchJson().catch((error: unknown) => {
            throw sanitizeError(error)
          }),
        )
      } catch (error) {
        throw error instanceof PaymentRefused ? error : asUnavailable(error)
      }
    },
  }
}

function connectStripe({ secretKey, apiBase }: StripeClientOptions, callMs: number): Stripe {
  const Client = loadStripe()
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  const isPlain = base?.protocol === 'http:'
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    // Each of the client's own retries would get the full timeout.
    maxNetworkRetries: 0,
    timeout: callMs,
    telemetry: false,
    // The default client's timeout restarts with each byte, so a slow response could take forever.
    httpClient: Client.createFetchHttpClient(),
    ...(base !== undefined && {
      protocol: isPlain ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (isPlain ? 80 : 443),
    }),
  })
}

/** Returns the HTTP status of a client error; undefined when Stripe gave no answer or is failing. */
export function statusOf(error: unknown): number | undefined {
  const { statusCode } = { statusCode: undefined, ...Object(error) }
  return typeof statusCode === 'number' && !isFailure(statusCode) ? statusCode : undefined
}

export function codeOf(error: unknown): string | undefined {
  const { code } = { code: undefined, ...Object(error) }
  return typeof code === 'string' ? code : undefined
}

/** 401 and 403: the operator can fix the key. 409: a request with the same idempotency key is running. */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 409, 429].includes(status)
}

/** Replaces client errors, which carry the request, and whose messages quote the key and the fields. */
function sanitizeError(error: unknown): Error {
  if (error instanceof PaymentRefused) return error
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return new PaymentsUnavailable(
      `Stripe's response is not as documented: ${issue?.path.join('.')}`,
    )
  }
  const { statusCode, requestId, type } = {
    statusCode: undefined,
    requestId: undefined,
    type: undefined,
    ...Object(error),
  }
  if (typeof statusCode !== 'number') {
    return new TransientFailure(`Stripe did not respond: ${String(type)}`)
  }
  const said = `Stripe returned ${statusCode} with code ${codeOf(error) ?? String(type)} (${String(requestId)})`
  if (!isFailure(statusCode)) return new PaymentRefused(said)
  return statusCode >= 500 || statusCode === 409
    ? new TransientFailure(said)
    : new PaymentsUnavailable(said)
}

/** Converts errors of the breaker and the timeout, whose messages are safe to keep. */
function asUnavailable(error: unknown): PaymentsUnavailable {
  if (error instanceof PaymentsUnavailable) return error
  return new PaymentsUnavailable(
    `The request to Stripe failed: ${error instanceof Error && error.message}`,
  )
}

const load = createRequire(import.meta.url)

/** Loads the Stripe package, which is large, on first use. All callers share one copy. */
export function loadStripe(): typeof Stripe {
  return load('stripe')
}
