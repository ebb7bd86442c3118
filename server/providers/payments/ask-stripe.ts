import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import type Stripe from 'stripe'
import { ZodError } from 'zod'
import { loadStripe } from './load-stripe.ts'
import { PaymentRefused, PaymentsUnavailable } from './payments.ts'

export interface AskOptions {
  readonly secretKey: string
  /** Another server that speaks Stripe's API. */
  readonly apiBase?: string | undefined
  readonly limits?: Partial<StripeLimits>
  /** Told when Stripe has failed so often that it is left alone for a while. */
  readonly onPause?: (cause: string) => void
}

export interface StripeLimits {
  /** For one call in all. Milliseconds. */
  readonly callMs: number
  /** Calls in a row that must fail before Stripe is left alone. */
  readonly failuresToPause: number
  /** How long it is left alone before one call may try again. Milliseconds. */
  readonly pauseMs: number
}

export const STRIPE_LIMITS: StripeLimits = { callMs: 3_000, failuresToPause: 5, pauseMs: 30_000 }

/** The package's own: what its types are made from. */
const API_VERSION = '2026-10-28.endive'

/** What a second try may find gone. */
class MayPassSoon extends PaymentsUnavailable {}

/**
 * Stripe's client, and the one way to ask it: `call` ends in time, tries once more what may pass soon,
 * and leaves a failing Stripe alone for a while. So what is asked must be the same when asked twice.
 * What Stripe says goes no further than its code, since its words and its errors repeat what was sent.
 * @returns call throws PaymentsUnavailable or PaymentRefused, and nothing else
 */
export function askStripe(options: AskOptions): {
  stripe: Stripe
  call: <T>(ask: () => Promise<T>) => Promise<T>
} {
  const limits = { ...STRIPE_LIMITS, ...options.limits }
  // The package is large, and loading it keeps everybody waiting: now, rather than at the first payment.
  const stripe = connectStripe(options, limits.callMs)
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof PaymentRefused)),
    { halfOpenAfter: limits.pauseMs, breaker: new ConsecutiveBreaker(limits.failuresToPause) },
  )
  breaker.onBreak((cause) => options.onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  // The breaker stands outside, so that a call counts once however often it was tried.
  const policy = wrap(
    breaker,
    timeout(limits.callMs, TimeoutStrategy.Aggressive),
    retry(
      handleWhen((error) => error instanceof MayPassSoon),
      {
        maxAttempts: 1,
        backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 400 }),
      },
    ),
  )
  return {
    stripe,
    async call(ask) {
      try {
        return await policy.execute(() =>
          ask().catch((error: unknown) => {
            throw withoutWords(error)
          }),
        )
      } catch (error) {
        throw error instanceof PaymentRefused ? error : asUnavailable(error)
      }
    },
  }
}

function connectStripe({ secretKey, apiBase }: AskOptions, callMs: number): Stripe {
  const Client = loadStripe()
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  const isPlain = base?.protocol === 'http:'
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    // Its own tries would each have the whole time.
    maxNetworkRetries: 0,
    timeout: callMs,
    telemetry: false,
    // The other client's timeout is for silence, and begins anew with each byte.
    httpClient: Client.createFetchHttpClient(),
    ...(base !== undefined && {
      protocol: isPlain ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (isPlain ? 80 : 443),
    }),
  })
}

/** The HTTP status that the client's error tells; undefined where Stripe gave no answer, or fails. */
export function statusOf(error: unknown): number | undefined {
  const { statusCode } = { statusCode: undefined, ...Object(error) }
  return typeof statusCode === 'number' && !isFailure(statusCode) ? statusCode : undefined
}

export function codeOf(error: unknown): string | undefined {
  const { code } = { code: undefined, ...Object(error) }
  return typeof code === 'string' ? code : undefined
}

/** 401 and 403: the operator can mend the key. 409: the same key is being worked. */
function isFailure(status: number): boolean {
  return status >= 500 || [401, 403, 409, 429].includes(status)
}

/** The client's errors carry the request, and Stripe's words quote the key and the fields. */
function withoutWords(error: unknown): Error {
  if (error instanceof PaymentRefused) return error
  if (error instanceof ZodError) {
    const [issue] = error.issues
    return new PaymentsUnavailable(`Stripe's answer is not as documented: ${issue?.path.join('.')}`)
  }
  const { statusCode, requestId, type } = {
    statusCode: undefined,
    requestId: undefined,
    type: undefined,
    ...Object(error),
  }
  if (typeof statusCode !== 'number') {
    return new MayPassSoon(`Stripe gave no answer: ${String(type)}`)
  }
  const said = `Stripe answered ${statusCode} with code ${codeOf(error) ?? String(type)} (${String(requestId)})`
  if (!isFailure(statusCode)) return new PaymentRefused(said)
  return statusCode >= 500 || statusCode === 409
    ? new MayPassSoon(said)
    : new PaymentsUnavailable(said)
}

/** From the breaker and the timeout, whose words are their own. */
function asUnavailable(error: unknown): PaymentsUnavailable {
  if (error instanceof PaymentsUnavailable) return error
  return new PaymentsUnavailable(`Stripe is not asked: ${error instanceof Error && error.message}`)
}
