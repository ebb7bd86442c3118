import type { Twilio } from 'twilio'
import { CALL_LIMITS, type CallLimits, createBreaker } from '../circuit-breaker.ts'
import { type RefusalReason, segmentsOf, type TextProvider, TextRefused } from './texts.ts'

export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  readonly sender: { readonly from: string } | { readonly messagingServiceSid: string }
  readonly apiBase?: string | undefined
  readonly statusCallback?: string | undefined
  readonly limits?: Partial<CallLimits>
  readonly onPause?: (cause: string) => void
}

/** How far Twilio's clock may be behind ours. Includes the rounding of message dates to whole seconds. */
const SKEW_MS = 5_000

/** `find` searches this many of the latest messages to a number. */
const SEARCHED_MESSAGES = 200

/** Twilio prepends this to each text while the account is on trial. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - '

/** Thrown for a 400. Twilio works, so the error does not count toward a pause. */
class RequestRejected extends Error {}

/**
 * Never retries: the job queue does. Errors contain only Twilio's codes, because its error messages can quote
 * the text that was sent.
 */
export function twilioTexts(options: TwilioOptions): TextProvider {
  const { sender, statusCallback, onPause } = options
  const limits = { ...CALL_LIMITS, ...options.limits }
  const isFailure = (error: unknown) =>
    !(error instanceof TextRefused || error instanceof RequestRejected)
  const breaker = createBreaker('texts', limits, isFailure, onPause)
  // Loading the large `twilio` package blocks all requests, so load it at startup, before the first text.
  const connecting = connectTwilio(options, limits.callMs)
  connecting.catch(() => {})

  const callTwilio = <T>(request: (twilio: Twilio) => Promise<T>): Promise<T> =>
    breaker.execute(async () => {
      const twilio = await connecting
      try {
        return await request(twilio)
      } catch (error) {
        throw sanitizeError(error)
      }
    })

  return {
    kind: 'sent',
    async send({ to, body }) {
      if (!/^\+[1-9]\d{6,14}$/.test(to))
        throw new TextRefused('bad-number', '21211', 'No number in E.164')
      const message = await callTwilio((twilio) =>
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
      const messages = await callTwilio((twilio) =>
        twilio.messages.list({ to, limit: SEARCHED_MESSAGES, pageSize: SEARCHED_MESSAGES }),
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

async function connectTwilio({ accountSid, authToken, apiBase }: TwilioOptions, callMs: number) {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout: callMs, keepAlive: true })
  httpClient.axios.interceptors.request.use((request) => {
    // The client's own timeout restarts with each byte, so a slow response could last forever.
    request.signal = AbortSignal.timeout(callMs)
    if (apiBase !== undefined && request.url !== undefined) {
      const { pathname, search } = new URL(request.url)
      request.url = `${apiBase}${pathname}${search}`
    }
    return request
  })
  // At a more verbose level, the client would log the texts it sends.
  return twilio(accountSid, authToken, { httpClient, logLevel: 'error' })
}

function acceptedTextOf(message: { sid: string; numSegments: string }, body: string) {
  // With a messaging service, Twilio reports 0 segments until it has chosen a sender.
  return { providerId: message.sid, segments: Number(message.numSegments) || segmentsOf(body) }
}

function sanitizeError(error: unknown): Error {
  const { status, code } = { status: undefined, code: undefined, ...Object(error) }
  if (typeof status !== 'number') return new Error(`Twilio did not respond: ${String(code)}`)
  const description = `Twilio returned ${status} with code ${String(code)}`
  const reason = refusalReasonOf(String(code))
  if (reason !== undefined) return new TextRefused(reason, String(code), description)
  return status === 400 ? new RequestRejected(description) : new Error(description)
}

/** Twilio's error codes that mean that a number cannot be texted: https://www.twilio.com/docs/api/errors. */
const REFUSAL_CODES: readonly (readonly [RefusalReason, codes: readonly number[]])[] = [
  // The golfer replied STOP.
  ['opted-out', [21610]],
  // The number is malformed, a short code, our own, a premium number, not a mobile number, or a landline.
  ['bad-number', [21211, 21265, 21266, 21268, 21407, 21612, 21614, 21635, 30005, 30006]],
  // We have no permission to text the number: its region is not enabled, our account is on trial, or our
  // sending number is unregistered, unverified, not ours, or unable to send texts.
  ['unregistered', [21408, 21601, 21606, 21608, 21659, 21660, 21661, 30032, 30034]],
]

/** Returns why the number cannot be texted; undefined for any other code. */
export function refusalReasonOf(code: number | string): RefusalReason | undefined {
  return REFUSAL_CODES.find(([, codes]) => codes.includes(Number(code)))?.[0]
}
