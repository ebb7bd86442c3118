import { Pool, type PoolClient } from 'pg'
import { Connection, destroyConnection, type SessionOptions, sessionConfig } from './connection.ts'
import {
  hasSqlState,
  isDatabaseResponse,
  isFatal,
  isResponseTimeout,
  isStalePlan,
  ResponseLost,
  wasNotSent,
} from './failures.ts'

export interface PoolOptions extends SessionOptions {
  readonly size: number
  readonly onConnectionLost?: (error: Error) => void
  readonly onWaited?: (seconds: number) => void
}

/** How many times to try a statement. Several connections in a row may have a stale plan for it. */
const STATEMENT_TRIES = 8

/** How many callers may wait for a connection. More callers would only use memory until they time out. */
const MAX_WAITING = 1_000

export class PoolExhausted extends Error {}

/** Closes connections that stop responding. Refuses callers while `MAX_WAITING` others wait. */
export class ConnectionPool extends Pool {
  readonly #idle = new Set<PoolClient>()

  constructor({ size, onConnectionLost, onWaited, ...session }: PoolOptions) {
    super({ ...sessionConfig(session), max: size, Client: Connection })
    // When a connection breaks, its client emits 'error', which ends the process if there is no listener.
    // The driver's pool listens only to idle clients, and re-emits their errors as its own.
    this.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)))
    this.on('error', () => {})
    this.on('acquire', (client) => this.#idle.delete(client))
    this.on('remove', (client) => this.#idle.delete(client))
    this.on('release', (error, client) => {
      if (!error) this.#idle.add(client)
    })
    this.#limitWaiting(onWaited)
    this.query = this.#send.bind(this) as Pool['query']
  }

  dropIdle(): void {
    for (const client of this.#idle) destroyConnection(client, 'Other connections went silent')
    this.#idle.clear()
  }

  /** Returns a connection to the pool, or closes it if it is broken, outdated or still in a transaction. */
  returnConnection(client: PoolClient, failure?: unknown): void {
    // A read-only server (25006) is a standby, so there was a failover.
    const isOutdated = isStalePlan(failure) || hasSqlState(failure, ['25006'])
    if (isOutdated || isResponseTimeout(failure)) this.dropIdle()
    const isUnusable = isOutdated || client.connection.stream.destroyed || isFatal(failure)
    client.release(isUnusable || client.getTransactionStatus() !== 'I')
  }

  #limitWaiting(onWaited?: (seconds: number) => void): void {
    const connect = this.connect.bind(this)
    this.connect = ((callback?: Parameters<typeof connect>[0]) => {
      // Only the job queue passes a callback. It makes too few calls to need a limit.
      if (callback !== undefined) return connect(callback)
      if (this.waitingCount >= MAX_WAITING) {
        return Promise.reject(
          new PoolExhausted('Too many requests are waiting for a database connection'),
        )
      }
      const startedAt = performance.now()
      const connecting = connect()
      const recordWait = () => onWaited?.((performance.now() - startedAt) / 1000)
      connecting.then(recordWait, recordWait)
      return connecting
    }) as typeof connect
  }

  /**
   * Replaces the driver's `query`, which closes the connection after any error, even a unique violation.
   * Repeats a statement after a deadlock, which is safe because each statement is a transaction of its own.
   */
  async #send(...statement: Parameters<PoolClient['query']>): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.connect()
      let failure: unknown
      try {
        return await client.query(...statement)
      } catch (error) {
        failure = error
        const isWorthRepeating = isStalePlan(error) || hasSqlState(error, ['40P01'])
        if (!isWorthRepeating || attempt === STATEMENT_TRIES)
          throw isDatabaseResponse(error) || wasNotSent(error) ? error : new ResponseLost(error)
      } finally {
        this.returnConnection(client, failure)
      }
    }
  }
}
