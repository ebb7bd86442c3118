import { EventSourceParserStream } from 'eventsource-parser/stream'
import { LIVE_PATH, type LiveEvent, liveEvent } from '../../../contract/live.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined if it is not JSON. */
  body: unknown
}

/** Returns the headers without those that differ in every response, so that tests can compare the rest. */
export function comparableHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
}

/** A client that calls the API over a real connection. */
export interface Phone {
  get(path: string): Promise<ApiResponse>
  post(path: string, body?: unknown): Promise<ApiResponse>
  put(path: string, body?: unknown): Promise<ApiResponse>
  patch(path: string, body?: unknown): Promise<ApiResponse>
  delete(path: string, body?: unknown): Promise<ApiResponse>
  send(path: string, init: RequestInit): Promise<ApiResponse>
  /** Opens the live stream. Resolves when its first event, 'refetch', has arrived. */
  live(): Promise<LiveStream>
}

export interface LiveStream {
  events: LiveEvent[]
  /** Resolves when the stream ends, on either side. */
  closed: Promise<void>
  /** Resolves with the first event for which `fits` returns true. Earlier events count too. */
  next(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>
  close(): void
}

export function phoneOf(baseUrl: string, sessionId?: string): Phone {
  const bearer = sessionId === undefined ? {} : { authorization: `Bearer ${sessionId}` }

  async function send(path: string, init: RequestInit): Promise<ApiResponse> {
    const response = await fetch(baseUrl + path, {
      ...init,
      headers: { ...bearer, ...Object.fromEntries(new Headers(init.headers)) },
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parseJson(text) }
  }

  const withBody = (method: string) => (path: string, body?: unknown) =>
    send(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })

  return {
    send,
    get: (path) => send(path, {}),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: withBody('DELETE'),
    live: () => openLive(baseUrl + LIVE_PATH, bearer),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function openLive(url: string, headers: Record<string, string>): Promise<LiveStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const { status, body } = response
  if (status !== 200 || body === null) throw new Error(`The live stream returned ${status}`)
  const events: LiveEvent[] = []
  const waiting = new Set<() => void>()
  const closed = (async () => {
    const reader = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      events.push(liveEvent.parse(JSON.parse(part.value.data)))
      for (const check of waiting) check()
    }
  })().catch(() => {})

  const stream: LiveStream = {
    events,
    closed,
    close: () => abort.abort(),
    next: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          const found = events.find(fits)
          if (found === undefined) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
  }
  await stream.next((event) => event.type === 'refetch')
  return stream
}
