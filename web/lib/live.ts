import { EventSourceParserStream } from 'eventsource-parser/stream'
import { LIVE_HEARTBEAT_MS, LIVE_PATH, type LiveEvent } from '../../contract/live.ts'
import { endSession } from './session.ts'

export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'offline'

interface LiveOptions {
  readonly sessionId: string
  readonly onEvent: (event: LiveEvent) => void
  /** `lastHeardAt` is when the stream last received something, or else when it began to connect. */
  readonly onStatus: (status: LiveStatus, lastHeardAt: number) => void
}

/** The first event of every stream. */
const REFETCH = JSON.stringify({ type: 'refetch' } satisfies LiveEvent)
const SILENCE_MS = 2 * LIVE_HEARTBEAT_MS
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Returns how many ms to wait before the next attempt. `chance`, from 0 to 1, adds jitter. */
export function retryDelayMs(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return longest / 2 + (longest / 2) * chance
}

export function openLiveStream(options: LiveOptions): () => void {
  const stopping = new AbortController()
  void (async () => {
    let attempt = 0
    while (!stopping.signal.aborted) {
      const outcome = await listen(options, stopping.signal)
      if (stopping.signal.aborted) return
      if (outcome === 'unauthenticated') return endSession(options.sessionId)
      options.onStatus(navigator.onLine ? 'reconnecting' : 'offline', outcome.lastHeardAt)
      if (outcome.hasReceived) attempt = 0
      await waitUnlessWoken(retryDelayMs(attempt, Math.random()), stopping.signal)
      attempt += 1
    }
  })()
  return () => stopping.abort()
}

/** Runs one connection until it ends. */
async function listen(
  options: LiveOptions,
  stopSignal: AbortSignal,
): Promise<'unauthenticated' | { hasReceived: boolean; lastHeardAt: number }> {
  const connection = new AbortController()
  const stop = () => connection.abort()
  const signal = AbortSignal.any([stopSignal, connection.signal])
  const outcome = { hasReceived: false, lastHeardAt: Date.now() }
  const noteActivity = () => {
    outcome.lastHeardAt = Date.now()
  }
  const stopIfSilent = () => {
    if (Date.now() - outcome.lastHeardAt > SILENCE_MS) stop()
  }
  const timer = setInterval(stopIfSilent, 1_000)
  // Timers do not run while a phone sleeps, so check as soon as it wakes.
  onWake(stopIfSilent, signal)
  // Reconnect after a change of network, which usually breaks a stream without an error.
  window.addEventListener('online', stop, { signal })
  window.addEventListener('offline', stop, { signal })
  try {
    const response = await fetch(LIVE_PATH, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${options.sessionId}` },
      credentials: 'include',
      cache: 'no-store',
      // The screen's list must load first. Also, Lighthouse would wait for a high-priority stream to end.
      priority: 'low',
      signal,
    })
    if (response.status === 401) return 'unauthenticated'
    if (!response.ok || !response.body) return outcome
    const messages = response.body
      .pipeThrough(new TextDecoderStream())
      // The server's heartbeats are comments.
      .pipeThrough(new EventSourceParserStream({ onComment: noteActivity }))
      .getReader()
    options.onStatus('live', outcome.lastHeardAt)
    for (;;) {
      const { done, value } = await messages.read()
      if (done) break
      noteActivity()
      outcome.hasReceived = true
      const event = await parseEvent(value.data)
      if (event) options.onEvent(event)
    }
  } catch {
    // The connection has ended. The caller reconnects.
  } finally {
    clearInterval(timer)
    stop()
  }
  return outcome
}

/** Parses an event. The schemas load with the first event that isn't a 'refetch'. */
async function parseEvent(data: string): Promise<LiveEvent | undefined> {
  if (data === REFETCH) return { type: 'refetch' }
  const { parseLiveEvent } = await import('./live-events.ts')
  return parseLiveEvent(data)
}

/** Calls `listener` when the phone is online again or the page is visible again, until `signal` aborts. */
function onWake(listener: () => void, signal: AbortSignal): void {
  const wake = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', wake, { signal })
  window.addEventListener('pageshow', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
}

async function waitUnlessWoken(ms: number, stopSignal: AbortSignal): Promise<void> {
  const waiting = new AbortController()
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    onWake(resolve, AbortSignal.any([stopSignal, waiting.signal]))
  })
  waiting.abort()
}
