import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { QueryConfig, QueryResultRow } from 'pg'
import { Connection, destroyConnection, sessionConfig } from './connection.ts'

export interface ListenOptions {
  url: string
  channel: string
  onNotified: () => void
  /**
   * Called after each connect, before the connection counts as up. `afterGap` means that notifications
   * may have been missed. The connection is replaced if this fails.
   */
  onConnected: (afterGap: boolean) => Promise<void>
  onLost?: (error: Error) => void
  /** How often we notify ourselves, to check that notifications arrive. Milliseconds. */
  probeMs?: number
  /** How long the database may take to answer. Milliseconds. */
  answerMs?: number
}

export interface Listener {
  /** Resolves when it listens for the first time. */
  ready: Promise<void>
  /** @throws Error while it is not listening */
  check(): void
  /**
   * Sends a statement on the listening connection, and replaces the connection if that fails. So while
   * the connection counts as up, reading through it works too.
   */
  send<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]>
  stop(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 1_000

/** LISTENs on its own connection, and reconnects until it is stopped. */
export function listen(options: ListenOptions): Listener {
  const { probeMs = 2_500, answerMs = 4_000 } = options
  let current: { client: Connection; onEnd: (error: Error) => void } | undefined
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
  // A unique channel, so that nodes do not receive each other's probes.
  const pulse = `fourball_pulse_${randomBytes(8).toString('hex')}`

  async function open(): Promise<void> {
    const client = new Connection(
      sessionConfig({
        url: options.url,
        name: 'fourball live',
        connectMs: answerMs,
        statementMs: answerMs,
      }),
    )
    let probe: NodeJS.Timeout | undefined
    let lost = false
    const onEnd = (error: Error) => {
      if (lost) return
      lost = true
      listening = false
      current = undefined
      clearTimeout(probe)
      destroyConnection(client, error)
      if (stopped) return
      options.onLost?.(error)
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
    // A connection that only listens never writes, so it would not notice that the other end is gone:
    // a firewall may have dropped the connection, or the database's machine may be down.
    const probeLater = () => {
      probe = setTimeout(async () => {
        try {
          const felt = once(client, pulse, { signal: AbortSignal.timeout(answerMs) })
          await Promise.all([felt, client.query('select pg_notify($1, $2)', [pulse, ''])])
          probeLater()
        } catch (error) {
          onEnd(asError(error))
        }
      }, probeMs)
      probe.unref()
    }
    client.on('error', onEnd)
    client.on('end', () => onEnd(new Error('The connection for live updates ended')))
    client.on('notification', ({ channel }) => {
      if (channel === pulse) client.emit(pulse)
      else options.onNotified()
    })
    end = async () => {
      clearTimeout(probe)
      await client.end().catch(() => {})
    }
    try {
      await client.connect()
      for (const channel of [options.channel, pulse]) {
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      }
      if (stopped || lost) return
      current = { client, onEnd }
      await options.onConnected(connectedBefore)
    } catch (error) {
      onEnd(asError(error))
      return
    }
    if (stopped || lost) return
    probeLater()
    wait = FIRST_WAIT_MS
    listening = true
    connectedBefore = true
    announce()
  }

  void open()
  return {
    ready,
    check() {
      if (!listening) throw new Error('The connection for live updates is down')
    },
    async send<Row extends QueryResultRow>(statement: QueryConfig) {
      if (current === undefined) throw new Error('The connection for live updates is down')
      const { client, onEnd } = current
      try {
        return (await client.query<Row>(statement)).rows
      } catch (error) {
        onEnd(asError(error))
        throw error
      }
    },
    async stop() {
      stopped = true
      listening = false
      current = undefined
      clearTimeout(timer)
      await end()
    },
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
