import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig, QueryResultRow } from 'pg'
import { type Connection, destroyConnection, withDedicatedConnection } from './connection.ts'

export interface ListenOptions {
  url: string
  channel: string
  onNotified: () => void
  /**
   * Called before the connection counts as up. If `isAfterGap`, notifications may have been missed. If the
   * promise rejects, the connection is replaced.
   */
  onConnected: (isAfterGap: boolean) => Promise<void>
  onLost?: (error: unknown) => void
  /** How often to notify ourselves, to check that notifications arrive. */
  probeMs?: number
  answerMs?: number
}

export type Listener = ReturnType<typeof listen>

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 1_000

export function listen(options: ListenOptions) {
  const { url, channel, onNotified, onConnected, onLost } = options
  const { probeMs = 2_500, answerMs = 4_000 } = options
  const session = { url, name: 'fourball live', connectMs: answerMs, statementMs: answerMs }
  // Each node has its own channel for probes, so that nodes do not receive each other's probes.
  const probeChannel = `fourball_probe_${randomBytes(8).toString('hex')}`
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  let currentConnection: Connection | undefined
  let isListening = false
  let wasConnectedBefore = false
  let waitMs = FIRST_WAIT_MS
  let lastStatement: Promise<unknown> = Promise.resolve()

  /** Runs one statement after another, because future versions of `pg` will not queue statements. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = lastStatement.then(run)
    lastStatement = result.catch(() => {})
    return result
  }

  function countAsDown(): void {
    currentConnection = undefined
    isListening = false
  }

  async function listenOn(client: Connection, lost: AbortSignal): Promise<void> {
    const lostOrStopping = AbortSignal.any([lost, stopping.signal])
    lostOrStopping.addEventListener('abort', countAsDown)
    client.on('notification', (notification) => {
      if (notification.channel === probeChannel) client.emit(probeChannel)
      else onNotified()
    })
    for (const name of [channel, probeChannel]) {
      await client.query(`listen ${client.escapeIdentifier(name)}`)
    }
    lostOrStopping.throwIfAborted()
    currentConnection = client
    await Promise.race([onConnected(wasConnectedBefore), once(lostOrStopping, 'abort')])
    lostOrStopping.throwIfAborted()
    waitMs = FIRST_WAIT_MS
    isListening = true
    wasConnectedBefore = true
    ready.resolve()
    // Without these probes, an idle connection would not notice that the other end is gone.
    for (;;) {
      await sleep(probeMs, undefined, { signal: lostOrStopping, ref: false })
      const received = once(client, probeChannel, { signal: AbortSignal.timeout(answerMs) })
      const probe = () => client.query('select pg_notify($1, $2)', [probeChannel, ''])
      await Promise.all([received, inTurn(probe)])
    }
  }

  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      await withDedicatedConnection(session, listenOn, stopping.signal).catch((error: unknown) => {
        countAsDown()
        if (!stopping.signal.aborted) onLost?.(error)
      })
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  })()

  return {
    ready: ready.promise,
    check() {
      if (!isListening) throw new Error('The connection for live updates is down')
    },
    /** Runs a statement on the listening connection. If the statement fails, the connection is replaced. */
    async send<Row extends QueryResultRow>(statement: QueryConfig) {
      const client = currentConnection
      if (client === undefined) throw new Error('The connection for live updates is down')
      try {
        return (await inTurn(() => client.query<Row>(statement))).rows
      } catch (error) {
        if (client === currentConnection) countAsDown()
        destroyConnection(client, error)
        throw error
      }
    },
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}
