import { ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { Twilio } from 'twilio'
import { segmentsOf } from './embedded.ts'
import { type TakenText, type Text, TextRefused, type Texts } from './texts.ts'
import { reasonOf } from './twilio-codes.ts'

export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  /** A number of ours, or a messaging service that chooses among several. */
  readonly sender: { readonly from: string } | { readonly messagingServiceSid: string }
  /** Another server that speaks Twilio's API. */
  readonly apiBase?: string | undefined
  /** Where Twilio tells how a text fared; without it, it does not. */
  readonly statusCallback?: string | undefined
  readonly limits?: Partial<TwilioLimits>
  /** Told when Twilio has failed so often that it is left alone for a while. */
  readonly onPause?: (cause: string) => void
}

export interface TwilioLimits {
  /** For one call in all. Milliseconds. */
  readonly callMs: number
  /** Calls in a row that must fail before Twilio is left alone. */
  readonly failuresToPause: number
  /** How long it is left alone before one call may try again. Milliseconds. */
  readonly pauseMs: number
}

export const TWILIO_LIMITS: TwilioLimits = { callMs: 3_000, failuresToPause: 5, pauseMs: 30_000 }

/** Their clock may stand behind ours, and dates of messages are whole seconds. */
const SKEW_MS = 5_000

/** How many of a number's latest messages are looked through for one without an answer. */
const LOOKED_THROUGH = 200

const E164 = /^\+[1-9]\d{6,14}$/

/** Before each body, as long as the account is on trial. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - '

/** Twilio takes nothing with this code from us, which says nothing of its health. */
class Rejected extends Error {}

/**
 * Sends by Twilio's client. Trying again is the job queue's part: it outlives this process. What Twilio
 * says goes no further than its code, since its words repeat the number and the text.
 */
export function twilioTexts(options: TwilioOptions): Texts {
  const { sender, statusCallback, onPause } = options
  const limits = { ...TWILIO_LIMITS, ...options.limits }
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof TextRefused || error instanceof Rejected)),
    {
      halfOpenAfter: limits.pauseMs,
      breaker: new ConsecutiveBreaker(limits.failuresToPause),
    },
  )
  breaker.onBreak((cause) => onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  // The package is large, and loading it keeps everybody waiting: now, rather than at the first text.
  const client = connectTwilio(options, limits.callMs)
  client.catch(() => {})

  const call = <T>(ask: (twilio: Twilio) => Promise<T>): Promise<T> =>
    breaker.execute(async () => {
      const twilio = await client
      try {
        return await ask(twilio)
      } catch (error) {
        throw withoutWords(error)
      }
    })

  return {
    kind: 'sent',
    async send({ to, body }) {
      if (!E164.test(to)) throw new TextRefused('bad-number', '21211', 'No number in E.164')
      const message = await call((twilio) =>
        twilio.messages.create({
          to,
          body,
          ...sender,
          ...(statusCallback !== undefined && { statusCallback }),
        }),
      )
      return takenOf(message, body)
    },
    async find({ to, body }, since, known) {
      const messages = await call((twilio) =>
        twilio.messages.list({ to, limit: LOOKED_THROUGH, pageSize: LOOKED_THROUGH }),
      )
      const earliest = since.getTime() - SKEW_MS
      const found = messages.find(
        (message) =>
          (message.body === body || message.body === TRIAL_PREFIX + body) &&
          message.dateCreated.getTime() >= earliest &&
          !known.includes(message.sid),
      )
      return found && takenOf(found, body)
    },
  }
}

async function connectTwilio(
  { accountSid, authToken, apiBase }: TwilioOptions,
  callMs: number,
): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout: callMs, keepAlive: true })
  httpClient.axios.interceptors.request.use((request) => {
    // Its own timeout is for silence, and begins anew with each byte.
    request.signal = AbortSignal.timeout(callMs)
    if (apiBase !== undefined && request.url !== undefined) {
      const { pathname, search } = new URL(request.url)
      request.url = `${apiBase}${pathname}${search}`
    }
    return request
  })
  // Its debug log would print what is sent.
  return twilio(accountSid, authToken, { httpClient, logLevel: 'error' })
}

/** Through a messaging service the parts are 0 until a sender is chosen. */
function takenOf(message: { sid: string; numSegments: string }, body: Text['body']): TakenText {
  return { providerId: message.sid, segments: Number(message.numSegments) || segmentsOf(body) }
}

/** The client's errors carry the request with number, text and token, and Twilio's words quote it. */
function withoutWords(error: unknown): Error {
  const { status, code } = { status: undefined, code: undefined, ...Object(error) }
  if (typeof status !== 'number') return new Error(`Twilio gave no answer: ${String(code)}`)
  const said = `Twilio answered ${status} with code ${String(code)}`
  const reason = reasonOf(String(code))
  if (reason !== undefined) return new TextRefused(reason, String(code), said)
  return status === 400 ? new Rejected(said) : new Error(said)
}
