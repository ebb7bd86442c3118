import type * as z from 'zod/mini'
import type { Endpoint, ParamName, ResponseOf } from '../../contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import type { Overlap } from '../../contract/overlaps.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import { takeEarlyRead } from './early-reads.ts'
import { endSession, sessionId } from './session.ts'

const TIMEOUT_MS = 20_000

/** Most errors about a tee time have `teeTime`. OVERLAPS has `overlap`, and TOO_EARLY has `opensOn`. */
type DetailedErrorBody = ErrorBody & { teeTime?: TeeTime; overlap?: Overlap; opensOn?: string }

/** An unsuccessful response. Its message is '{status}: {body}', as the specification requires. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The parsed body, or `{}` if it isn't a JSON object. */
  readonly body: Partial<DetailedErrorBody>

  constructor(status: number, text: string, messagePrefix = '') {
    super(`${messagePrefix}${status}: ${text}`)
    this.status = status
    this.body = parseErrorBody(text)
  }

  get code(): ErrorCode | undefined {
    return this.body.code
  }

  get serverMessage(): string | undefined {
    // A proxy's error page may be JSON too, with another kind of message.
    const { message } = this.body
    return typeof message === 'string' && message !== '' ? message : undefined
  }

  get fields(): Readonly<Record<string, string>> {
    return this.body.fields ?? {}
  }
}

/** No readable response arrived, for example because the phone is offline or the server took too long. */
export class NoResponseError extends Error {
  override readonly name: string = 'NoResponseError'
}

/** No readable response to a change arrived in time. The server may have made the change. */
export class OutcomeUnknownError extends NoResponseError {
  override readonly name = 'OutcomeUnknownError'
}

export const OUTCOME_UNKNOWN = 'Not Sure It Went Through'

/** A refusal, such as by the browser or by Stripe, with a message that is written for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

export type CallInput<E extends Endpoint> = (ParamName<E['path']> extends never
  ? unknown
  : { readonly params: { readonly [Name in ParamName<E['path']>]: string | number } }) &
  (E extends { query: infer Q extends z.ZodMiniType } ? { readonly query: z.input<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodMiniType } ? { readonly body: z.input<B> } : unknown)

interface LooseInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

interface CallOptions {
  /** Put before the status in an error's message. It is 'HTTP ' for claim, leave and post. */
  readonly messagePrefix?: string
  /** Whether to send the JSON content type although there is no body. Set only for `cleanUpPastTeeTimes`. */
  readonly contentTypeWithoutBody?: boolean
  readonly keepalive?: boolean
  /** Whether making the call twice does no harm. A lost response is then shown as a failure. */
  readonly canRepeat?: boolean
}

export function addressOf<const E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { params = {}, query = {} } = input as LooseInput
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

/** @throws {@link ApiError} or {@link NoResponseError} */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const { body } = input as LooseInput
  const address = addressOf(endpoint, input)
  const intent = endpoint.once && JSON.stringify([sessionId(), address, body])
  const response = await send(address, {
    ...options,
    method: endpoint.method,
    body,
    ...(intent && { idempotencyKey: idempotencyKeyFor(intent) }),
  })
  const answer = await readJson<ResponseOf<E>>(response, endpoint.method, options.messagePrefix)
  if (intent) endIntents(intent)
  // Deleting and leaving undo earlier changes. For example, leaving a tee time also removes the golfer's
  // guests. Adding the same guest again afterward is not a retry, so it needs a new key.
  else if (endpoint.method === 'DELETE') endIntents()
  else if (endpoint.path.endsWith('/unclaim')) endIntents(address.replace(/unclaim$/, ''))
  return answer
}

/** Sends a GET request to an address from {@link addressOf}. `T` is the type of the response's body. */
export async function get<T>(address: string, signal?: AbortSignal): Promise<T> {
  const response = await send(address, { method: 'GET', ...(signal && { signal }) })
  return readJson(response, 'GET')
}

export async function getFile(address: string): Promise<Blob> {
  const response = await send(address, { method: 'GET' })
  if (!response.ok) throw await apiErrorOf(response)
  try {
    return await response.blob()
  } catch (cause) {
    throw noResponse(cause)
  }
}

interface SendOptions extends CallOptions {
  readonly method: string
  readonly signal?: AbortSignal
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** Sends a request with this phone's session token. A 401 response ends the session. */
export async function send(address: string, options: SendOptions): Promise<Response> {
  const session = sessionId()
  const headers: Record<string, string> = {}
  if (session !== null) headers['Authorization'] = `Bearer ${session}`
  if (options.body !== undefined || options.contentTypeWithoutBody) {
    headers['Content-Type'] = 'application/json'
  }
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  // Without a connection, a change fails immediately. It is neither sent nor queued for later.
  if (options.method !== 'GET' && !navigator.onLine) throw noResponse(undefined)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  try {
    const early = options.method === 'GET' ? takeEarlyRead(address, session) : undefined
    response =
      (await early?.catch(() => undefined)) ??
      (await fetch(address, {
        method: options.method,
        headers,
        credentials: 'include',
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        ...(options.keepalive && { keepalive: true }),
      }))
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    // Without a session, the golfer should just try again, for example to sign in.
    const canRepeat = options.canRepeat || options.method === 'GET' || session === null
    throw canRepeat ? noResponse(cause) : outcomeUnknown(cause)
  }
  if (response.status === 401) endSession(session)
  return response
}

/** Returns a response's body. @throws {@link ApiError} or {@link NoResponseError} */
export async function readJson<T>(
  response: Response,
  method: string,
  messagePrefix?: string,
): Promise<T> {
  try {
    if (response.ok) return await response.json()
  } catch (cause) {
    // The caller no longer needs the response. This says nothing about the connection.
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    // The status is a success, but the body is unreadable. It may be a hotel's sign-in page.
    if (method === 'GET') throw noResponse(cause)
    throw outcomeUnknown(cause)
  }
  throw await apiErrorOf(response, messagePrefix)
}

async function apiErrorOf(response: Response, messagePrefix?: string): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return new ApiError(response.status, text || response.statusText, messagePrefix)
}

function noResponse(cause: unknown): NoResponseError {
  const offline = "You're offline. Try again when you have a connection."
  const problem = isTimeout(cause)
    ? 'Fourball took too long to respond. Try again in a moment.'
    : "We can't reach Fourball right now. Try again in a moment."
  return new NoResponseError(navigator.onLine ? problem : offline, { cause })
}

function outcomeUnknown(cause: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(
    "We didn't get a response from Fourball. Check whether your change went through before you try again.",
    { cause },
  )
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
}

export const LOADING_FAILED = 'Something went wrong on our side. Try again in a moment.'

/** Returns the message to show for an error: the error's own if it is written for people, else `fallback`. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback
  return error instanceof NoResponseError || error instanceof RefusedError
    ? error.message
    : fallback
}

function parseErrorBody(text: string): ApiError['body'] {
  try {
    const value: ApiError['body'] | string | null = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** How long an identical request counts as a retry. After a lost response, people retry soon or never. */
const INTENT_MS = 10 * 60_000

const intents = new Map<string, { key: string; until: number }>()

/**
 * Returns the same key for retries of a request, so that the server doesn't make the change twice.
 * @param intent the request as JSON
 */
export function idempotencyKeyFor(intent: string, now = Date.now()): string {
  for (const [each, { until }] of intents) if (until <= now) intents.delete(each)
  const key = intents.get(intent)?.key ?? randomKey()
  intents.set(intent, { key, until: now + INTENT_MS })
  return key
}

/** Ends the intents that contain `part`, such as an address; without it, all intents. */
export function endIntents(part = ''): void {
  for (const intent of intents.keys()) if (intent.includes(part)) intents.delete(intent)
}

/** Does not use `crypto.randomUUID`, which is missing on pages that were loaded over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
