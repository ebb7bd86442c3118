import type { Twilio } from 'twilio'
import { createBreaker, PAUSE_LIMITS, type PauseLimits } from '../circuit-breaker.ts'
import {
  type AcceptedText,
  type RefusalReason,
  segmentsOf,
  type Text,
  TextRefused,
  type Texts,
} from './texts.ts'

export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  /** Our number, or a messaging service that chooses among several. */
  readonly sender: { readonly from: string } | { readonly messagingServiceSid: string }
  /** Another server that implements Twilio's API. */
  readonly apiBase?: string | undefined
  /** The URL for Twilio's delivery reports; without it there are none. */
  readonly statusCallback?: string | undefined
  readonly limits?: Partial<TwilioLimits>
  /** Called when repeated failures pause calls to Twilio for a while. */
  readonly onPause?: (cause: string) => void
}

export interface TwilioLimits extends PauseLimits {
  /** Total time for one call. Milliseconds. */
  readonly callMs: number
}

export const TWILIO_LIMITS: TwilioLimits = { ...PAUSE_LIMITS, callMs: 3_000 }

/** Twilio's clock may be behind ours, and message dates are whole seconds. */
const SKEW_MS = 5_000

/** How many of a number's latest messages `find` searches. */
const LOOKED_THROUGH = 200

const E164 = /^\+[1-9]\d{6,14}$/

/** What Twilio prepends to each text while the account is on trial. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - '

/** Twilio rejected a request, which says nothing about its health. */
class Rejected extends Error {}

/**
 * Sends through Twilio's client. The job queue does the retries, since it outlives this process. Errors
 * carry only Twilio's codes, since its messages repeat the number and the text.
 */
export function twilioTexts(options: TwilioOptions): Texts {
  const { sender, statusCallback, onPause } = options
  const limits = { ...TWILIO_LIMITS, ...options.limits }
  const isFailure = (error: unknown) => !(error instanceof TextRefused || error instanceof Rejected)
  const breaker = createBreaker('texts', limits, isFailure, onPause)
  // Loading this large package blocks all requests, so load it now and not at the first text.
  const client = connectTwilio(options, limits.callMs)
  client.catch(() => {})

  const call = <T>(fetchJson: (twilio: Twilio) => Promise<T>): Promise<T> =>
    breaker.execute(async () => {
      const twilio = await client
      try {
        return await fetchJson(twilio)
      } catch (error) {
        throw sanitizeError(error)
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
      return acceptedTextOf(message, body)
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
      return found && acceptedTextOf(found, body)
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
    // The client's own timeout restarts with each byte, so a slow response could take forever.
    request.signal = AbortSignal.timeout(callMs)
    if (apiBase !== undefined && request.url !== undefined) {
      const { pathname, search } = new URL(request.url)
      request.url = `${apiBase}${pathname}${search}`
    }
    return request
  })
  // At a lower level, the client would log the texts it sends.
  return twilio(accountSid, authToken, { httpClient, logLevel: 'error' })
}

/** Returns an accepted text. With a messaging service, Twilio counts 0 segments until it chooses a sender. */
function acceptedTextOf(
  message: { sid: string; numSegments: string },
  body: Text['body'],
): AcceptedText {
  return { providerId: message.sid, segments: Number(message.numSegments) || segmentsOf(body) }
}

/** Replaces client errors, which carry the number, text and token, and whose messages quote them. */
function sanitizeError(error: unknown): Error {
  const { status, code } = { status: undefined, code: undefined, ...Object(error) }
  if (typeof status !== 'number') return new Error(`Twilio did not respond: ${String(code)}`)
  const said = `Twilio returned ${status} with code ${String(code)}`
  const reason = reasonOf(String(code))
  if (reason !== undefined) return new TextRefused(reason, String(code), said)
  return status === 400 ? new Rejected(said) : new Error(said)
}

/**
 * Twilio's error codes that are about the number, in responses and later reports. No other code is about
 * the number. https://www.twilio.com/docs/api/errors has a page for each code.
 */
const CODES: readonly { reason: RefusalReason; codes: readonly number[] }[] = [
  // It replied STOP to us.
  { reason: 'opted-out', codes: [21610] },
  {
    // It cannot receive texts: malformed, a short code, our own, premium, not a mobile number, a landline.
    reason: 'bad-number',
    codes: [21211, 21265, 21266, 21268, 21407, 21612, 21614, 21635, 30005, 30006],
  },
  {
    // We may not text it: its region is not enabled, our account is on trial, or our number is not
    // registered for these texts, not verified, not ours, or cannot send texts.
    reason: 'unregistered',
    codes: [21408, 21601, 21606, 21608, 21659, 21660, 21661, 30032, 30034],
  },
]

/** Returns why a number cannot be texted, by Twilio's error code; undefined if a retry may help. */
export function reasonOf(code: number | string): RefusalReason | undefined {
  return CODES.find(({ codes }) => codes.includes(Number(code)))?.reason
}
