import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** The channel that the migrations' triggers notify on. */
export const LIVE_CHANNEL = 'fourball_live'

export interface ListenOptions {
  url: string
  channel: string
  onPayload: (payload: string) => void
  /** The connection is (back) up; after a gap, news may have been missed. */
  onConnected: (afterGap: boolean) => void
  onLost?: (error: Error) => void
  /** How often the connection is asked whether it lives; every half minute by default. */
  probeMs?: number
  /** How long the database may take to answer; five seconds by default. */
  answerMs?: number
}

export interface Listener {
  /** Resolves once it listens for the first time. */
  ready: Promise<void>
  /** @throws Error while it does not listen */
  check(): void
  stop(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A connection that does not say goodbye in this time is torn off. */
const GOODBYE_MS = 1_000

/** LISTENs over a connection of its own and reconnects for as long as it is not stopped. */
export function listen(options: ListenOptions): Listener {
  const { probeMs = 30_000, answerMs = 5_000 } = options
  let end: () => Promise<void> = async () => {}
  let listening = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let wait = FIRST_WAIT_MS
  let connectedBefore = false
  let announce: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    announce = resolve
  })

  async function open(): Promise<void> {
    // Our own socket: a goodbye on a connection that died silently would wait for the system to
    // give it up, which takes a quarter of an hour.
    const socket = new Socket()
    const client = new Client({
      connectionString: options.url,
      stream: () => socket,
      application_name: 'fourball live',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    let probe: NodeJS.Timeout | undefined
    let lost = false
    const onEnd = (error: Error) => {
      if (lost) return
      lost = true
      listening = false
      clearTimeout(probe)
      socket.destroy()
      if (stopped) return
      options.onLost?.(error)
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
    // A connection that only listens never writes, so by itself it would not notice that nobody is
    // at the other end any more: a firewall forgot it, or the database's machine is gone.
    const probeLater = () => {
      probe = setTimeout(() => {
        client.query('select 1').then(probeLater, (error: unknown) => onEnd(asError(error)))
      }, probeMs)
      probe.unref()
    }
    client.on('error', onEnd)
    client.on('end', () => onEnd(new Error('The connection for live news ended')))
    client.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
    end = async () => {
      clearTimeout(probe)
      const tornOff = new AbortController()
      await Promise.race([
        client.end().catch(() => {}),
        sleep(GOODBYE_MS, undefined, { signal: tornOff.signal }).catch(() => {}),
      ])
      tornOff.abort()
      socket.destroy()
    }
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
    } catch (error) {
      onEnd(asError(error))
      return
    }
    if (stopped || lost) return
    probeLater()
    wait = FIRST_WAIT_MS
    listening = true
    options.onConnected(connectedBefore)
    connectedBefore = true
    announce()
  }

  void open()
  return {
    ready,
    check() {
      if (!listening) throw new Error('The connection for live news is down')
    },
    async stop() {
      stopped = true
      listening = false
      clearTimeout(timer)
      await end()
    },
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
