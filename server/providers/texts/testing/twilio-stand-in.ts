import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { segmentsOf } from '../texts.ts'

/** A number is a delay in milliseconds. Half of it passes before the message is accepted, half after. */
export type TwilioMode =
  | 'ok'
  | number
  /** Responds with 429 and code 20429. */
  | 'too-many'
  /** Responds with 500 and a body that is not JSON. */
  | 'broken'
  /** Accepts the connection and never responds. */
  | 'hang'
  /** Sends a byte every 20 ms and never ends the response. */
  | 'drip'
  /** Closes the connection without accepting the message. */
  | 'drop-before'
  /** Accepts the message, then closes the connection without a response. */
  | 'drop-after'

export interface TwilioMessage {
  readonly sid: string
  readonly to: string
  /** Undefined if the request had a messaging service instead. */
  readonly from: string | undefined
  readonly messagingServiceSid: string | undefined
  readonly body: string
  readonly statusCallback: string | undefined
  readonly acceptedAt: Date
}

export interface TwilioStandIn {
  readonly url: string
  readonly env: Readonly<Record<(typeof ENV_NAMES)[number], string>>
  /** Oldest first. */
  readonly received: TwilioMessage[]
  mode: TwilioMode
  /** Error codes by phone number. Messages to these numbers are refused. */
  readonly refusals: Map<string, number>
  callCount(): number
  connectionCount(): number
  /** Posts a message's status to its callback URL, as Twilio does. */
  report(message: TwilioMessage, status: string, errorCode?: number): Promise<Response>
  /** Posts an incoming text to this webhook, signed. To repeat a delivery, pass the same `sid`. */
  receive(webhook: string, text: { from: string; body: string; sid?: string }): Promise<Response>
  close(): Promise<void>
}

const ENV_NAMES = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'TWILIO_API_BASE',
] as const

export const ACCOUNT_SID = `AC${'0123456789abcdef'.repeat(2)}`
export const AUTH_TOKEN = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
export const OUR_NUMBER = '+15005550006'

/**
 * Returns a request to a webhook with Twilio's signature.
 * https://www.twilio.com/docs/usage/security#validating-requests
 * @param url the public URL, which the signature covers
 */
export function signedRequest(
  url: string,
  params: Readonly<Record<string, string>>,
  token = AUTH_TOKEN,
): { method: 'POST'; headers: Record<string, string>; body: string } {
  const signedText = Object.entries(params)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .reduce((before, [name, value]) => before + name + value, url)
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': createHmac('sha1', token).update(signedText, 'utf8').digest('base64'),
    },
    body: new URLSearchParams(params).toString(),
  }
}

export function inboundParams({
  from,
  body,
  sid = newSid(),
}: {
  from: string
  body: string
  sid?: string
}): Record<string, string> {
  return {
    AccountSid: ACCOUNT_SID,
    ApiVersion: '2010-04-01',
    Body: body,
    From: from,
    FromCity: '',
    FromCountry: 'CA',
    FromState: 'AB',
    FromZip: '',
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: String(segmentsOf(body)),
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: OUR_NUMBER,
    ToCity: '',
    ToCountry: 'CA',
    ToState: 'AB',
    ToZip: '',
  }
}

export function statusParams(
  { sid, to }: Pick<TwilioMessage, 'sid' | 'to'>,
  status: string,
  errorCode?: number,
): Record<string, string> {
  return {
    AccountSid: ACCOUNT_SID,
    ApiVersion: '2010-04-01',
    ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
    From: OUR_NUMBER,
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
  }
}

/**
 * Starts a server on a free loopback port that implements the part of Twilio's API that we use.
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
export async function startTwilio(): Promise<TwilioStandIn> {
  const received: TwilioMessage[] = []
  const refusals = new Map<string, number>()
  let callCount = 0
  let connectionCount = 0
  const server = createServer((request, response) => {
    callCount += 1
    void answer(request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', (socket) => {
    connectionCount += 1
    socket.on('error', () => {})
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = standIn
    const form = new URLSearchParams(await readBody(request))
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
    if (mode === 'too-many') return refuse(response, 429, 20429, 'Too Many Requests')
    if (typeof mode === 'number') await sleep(mode / 2)

    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twilio')
    const login = Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')
    if (request.headers.authorization !== `Basic ${login}`) {
      return refuse(response, 401, 20003, 'Authenticate')
    }
    if (pathname !== `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`) {
      return refuse(response, 404, 20404, `The requested resource ${pathname} was not found`)
    }
    if (request.method === 'GET') return sendList(response, searchParams)

    const to = form.get('To') ?? ''
    const body = form.get('Body') ?? ''
    const from = form.get('From') ?? undefined
    const messagingServiceSid = form.get('MessagingServiceSid') ?? undefined
    const refusal = refusals.get(to) ?? refusalOf({ to, body, from, messagingServiceSid })
    if (refusal !== undefined) {
      return refuse(response, 400, refusal, `Refused: the message to ${to} saying ${body}`)
    }
    const message: TwilioMessage = {
      sid: newSid(),
      to,
      from,
      messagingServiceSid,
      body,
      statusCallback: form.get('StatusCallback') ?? undefined,
      acceptedAt: new Date(),
    }
    received.push(message)
    if (mode === 'drop-after') return void request.socket.destroy()
    if (typeof mode === 'number') await sleep(mode / 2)
    send(response, 201, messageResource(message, 'queued'))
  }

  function sendList(response: ServerResponse, query: URLSearchParams): void {
    const size = Number(query.get('PageSize') ?? 50)
    const messages = received
      .filter(({ to }) => !query.has('To') || to === query.get('To'))
      .reverse()
      .slice(0, size)
      .map((message) => messageResource(message, 'sent'))
    const uri = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`
    send(response, 200, {
      end: Math.max(0, messages.length - 1),
      first_page_uri: uri,
      messages,
      next_page_uri: null,
      page: 0,
      page_size: size,
      previous_page_uri: null,
      start: 0,
      uri,
    })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const standIn: TwilioStandIn = {
    url,
    env: {
      TWILIO_ACCOUNT_SID: ACCOUNT_SID,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_FROM: OUR_NUMBER,
      TWILIO_API_BASE: url,
    },
    received,
    mode: 'ok',
    refusals,
    callCount: () => callCount,
    connectionCount: () => connectionCount,
    async report(message, status, errorCode) {
      if (message.statusCallback === undefined) throw new Error('The text has no StatusCallback')
      return post(message.statusCallback, statusParams(message, status, errorCode))
    },
    receive: (webhook, text) => post(webhook, inboundParams(text)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}

function post(url: string, params: Record<string, string>): Promise<Response> {
  return fetch(url, signedRequest(url, params))
}

function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`
}

/** Returns Twilio's error code for an invalid message. Covers only mistakes that our code could make. */
function refusalOf(
  message: Pick<TwilioMessage, 'to' | 'body' | 'from' | 'messagingServiceSid'>,
): number | undefined {
  if (message.to === '') return 21604
  if (!/^\+[1-9]\d{6,14}$/.test(message.to)) return 21211
  if (message.body === '') return 21602
  if (message.body.length > 1_600) return 21617
  if (message.from === undefined && message.messagingServiceSid === undefined) return 21603
  return undefined
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  send(response, status, {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function messageResource(message: TwilioMessage, status: string): Record<string, unknown> {
  const { sid, to, from, messagingServiceSid, body, acceptedAt } = message
  const uri = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${sid}`
  const date = acceptedAt.toUTCString().replace('GMT', '+0000')
  return {
    account_sid: ACCOUNT_SID,
    api_version: '2010-04-01',
    body,
    date_created: date,
    date_sent: status === 'sent' ? date : null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: from ?? null,
    messaging_service_sid: messagingServiceSid ?? null,
    num_media: '0',
    // The number of segments is unknown until the messaging service chooses a sender.
    num_segments: messagingServiceSid === undefined ? String(segmentsOf(body)) : '0',
    price: null,
    price_unit: 'USD',
    sid,
    status: messagingServiceSid === undefined ? status : 'accepted',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
