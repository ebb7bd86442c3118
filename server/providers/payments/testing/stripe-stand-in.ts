import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { signEvent } from '../read-event.ts'
import { createFakeAccount, type FakeAccount, PRICE_ID } from './fake-account.ts'
import { type StripeActions, stripeActions } from './stripe-actions.ts'
import { findOperation } from './stripe-api.ts'
import { StripeFault } from './stripe-fault.ts'
import { type Form, parseForm } from './stripe-form.ts'
import { newId } from './stripe-objects.ts'

/** A number is a delay in milliseconds. Half of it passes before the call is performed, half after. */
export type StripeMode =
  | 'ok'
  | number
  /** Responds with 429 and code rate_limit. */
  | 'too-many'
  /** Responds with 500 and a body that is not JSON. */
  | 'broken'
  /** Does nothing and never responds. */
  | 'hang'
  /** Sends a byte every 20 ms and never ends the response. */
  | 'drip'
  /** Closes the connection without doing anything. */
  | 'drop-before'
  /** Performs the call, then closes the connection without a response. */
  | 'drop-after'
  /** Performs the call and never responds. */
  | 'hang-after'

export interface StripeCall {
  /** 'POST /v1/subscriptions/{id}', as in Stripe's documentation. */
  readonly name: string
  readonly form: Form
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly status: number
  readonly answer: unknown
}

export interface StripeStandIn extends StripeActions {
  readonly url: string
  readonly env: Readonly<Record<(typeof ENV_NAMES)[number], string>>
  readonly account: FakeAccount
  /**
   * Calls that were performed or refused, oldest first. Leaves out repeated calls, and calls that failed
   * because of the mode.
   */
  readonly handledCalls: readonly StripeCall[]
  mode: StripeMode
  /** Errors by call name. These calls are refused. */
  readonly refusals: Map<string, StripeFault>
  /** Counts all calls received, whatever their result. */
  callCount(): number
  webhookRequest(event: Stripe.Event): {
    method: 'POST'
    headers: Record<string, string>
    body: string
  }
  deliver(webhook: string, events: readonly Stripe.Event[]): Promise<Response[]>
  close(): Promise<void>
}

const ENV_NAMES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_ID',
  'STRIPE_API_BASE',
] as const

export const SECRET_KEY = 'sk_test_0123456789abcdefghijklmn'
export const PUBLISHABLE_KEY = 'pk_test_0123456789abcdefghijklmn'
export const WEBHOOK_SECRET = 'whsec_0123456789abcdefghijklmnopqrstuv'

interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * Starts a server on a free loopback port that implements the part of Stripe's API that we use
 * (https://docs.stripe.com/api). The {@link StripeActions} do what payers and banks would do, and what would
 * happen over time.
 */
export async function startStripe(now: () => Date = () => new Date()): Promise<StripeStandIn> {
  const account = createFakeAccount(now)
  const refusals = new Map<string, StripeFault>()
  const handledCalls: StripeCall[] = []
  /** The first call with each idempotency key, and its response after it has been handled. */
  const callsByKey = new Map<string, { readonly call: string; answer?: Answer }>()
  let callCount = 0
  const server = createServer((request, response) => {
    callCount += 1
    void serve(request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', (socket) => socket.on('error', () => {}))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = standIn
    const body = await readBody(request)
    if (mode === 'hang') return
    if (mode === 'drip') {
      while (!response.destroyed) {
        response.write(' ')
        await sleep(20)
      }
      return
    }
    if (mode === 'drop-before') return void request.socket.destroy()
    if (mode === 'broken') return void response.writeHead(500).end('<html>Oh dear</html>')
    if (mode === 'too-many') {
      return send(response, faultAnswer(new StripeFault(429, 'Too many requests', 'rate_limit')))
    }
    const answer = await performOnce(request, body, typeof mode === 'number' ? mode / 2 : 0)
    if (mode === 'drop-after') return void request.socket.destroy()
    if (mode !== 'hang-after') send(response, answer)
  }

  /** Performs only the first call with an idempotency key: https://docs.stripe.com/api/idempotent_requests */
  async function performOnce(
    request: IncomingMessage,
    body: string,
    pauseMs: number,
  ): Promise<Answer> {
    const header = request.headers['idempotency-key']
    const call = `${request.method} ${request.url} ${body}`
    if (request.method !== 'POST' || typeof header !== 'string') {
      await sleep(pauseMs)
      const answer = answerTo(request, body)
      await sleep(pauseMs)
      return answer
    }
    const known = callsByKey.get(header)
    if (known !== undefined) return replay(header, known, call)
    const entry: { readonly call: string; answer?: Answer } = { call }
    callsByKey.set(header, entry)
    await sleep(pauseMs)
    const answer = answerTo(request, body)
    await sleep(pauseMs)
    // Forget refused calls, so that they can be retried with the same key.
    if (answer.status === 200) entry.answer = answer
    else callsByKey.delete(header)
    return answer
  }

  function answerTo(request: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    const method = request.method ?? ''
    const form = parseForm(body === '' ? searchParams.toString() : body)
    const target = findOperation(method, pathname)
    const name = target?.name ?? `${method} ${pathname}`
    let answer: Answer
    try {
      checkLogin(request)
      const refusal = refusals.get(name)
      if (refusal !== undefined) throw refusal
      if (target === undefined) {
        throw new StripeFault(404, `Unrecognized request URL (${method}: ${pathname})`)
      }
      answer = { status: 200, body: JSON.stringify(target.operation(account, form, target.id)) }
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error
      answer = faultAnswer(error)
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, value?.toString()]),
    )
    const { status } = answer
    handledCalls.push({ name, form, headers, status, answer: JSON.parse(answer.body) })
    return answer
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const standIn: StripeStandIn = {
    url,
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_ID: PRICE_ID,
      STRIPE_API_BASE: url,
    },
    account,
    handledCalls,
    mode: 'ok',
    refusals,
    callCount: () => callCount,
    ...stripeActions(account),
    webhookRequest(event) {
      const body = JSON.stringify(event, null, 2)
      return {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signEvent(body, WEBHOOK_SECRET, now()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
      }
    },
    async deliver(webhook, events) {
      const responses: Response[] = []
      for (const event of events)
        responses.push(await fetch(webhook, standIn.webhookRequest(event)))
      return responses
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}

function checkLogin(request: IncomingMessage): void {
  if (request.headers.authorization === `Bearer ${SECRET_KEY}`) return
  // Stripe's message quotes a part of the key. Quote the whole key, so that a test fails if our errors
  // contain it.
  throw new StripeFault(401, `Invalid API Key provided: ${request.headers.authorization}`)
}

function replay(key: string, known: { call: string; answer?: Answer }, call: string): Answer {
  if (known.call !== call) {
    const words = `Keys for idempotent requests can only be used with the same parameters they were first used with: '${key}'.`
    return faultAnswer(new StripeFault(400, words, undefined, 'idempotency_error'))
  }
  if (known.answer !== undefined) return known.answer
  const words = `There is currently another in-progress request using this Stripe-Idempotency-Key: ${key}.`
  return faultAnswer(new StripeFault(409, words, 'idempotency_key_in_use', 'idempotency_error'))
}

function faultAnswer({ status, message, type, code }: StripeFault): Answer {
  return { status, body: JSON.stringify({ error: { code, message, type } }) }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
    .end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
