import { Pool, type PoolClient } from 'pg'
import {
  Connection,
  type ConnectionConfig,
  destroyConnection,
  type SessionOptions,
  SharedConnection,
  type SlowStatement,
  sessionConfig,
} from './connection.ts'
import {
  AnswerLost,
  isAnswer,
  isFatal,
  isReadOnly,
  isStalePlan,
  isUnanswered,
  isWorthRepeating,
  wasNotSent,
} from './failures.ts'

export interface PoolOptions extends SessionOptions {
  readonly size: number
  /** Called when a connection breaks, idle or in use. The pool replaces it. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
  /** Called after each statement that took long. */
  readonly onSlow?: ((statement: SlowStatement) => void) | undefined
  /** Called with the seconds that each caller has waited for a connection, or to be refused one. */
  readonly onWaited?: (seconds: number) => void
}

/** How often to send a statement that is worth repeating. Several connections may have a stale plan of it. */
const TRIES = 8

/** How many callers may wait for a connection. More would only use memory until they time out. */
const MAX_WAITING = 1_000

/** Thrown when too many callers already wait for a connection. */
export class PoolExhausted extends Error {}

/**
 * A pool that drops silent connections and refuses callers that it cannot serve in time. When one connection
 * is silent, the idle ones are replaced too, because they go to the same server.
 */
export class ConnectionPool extends Pool {
  readonly #idle = new Set<PoolClient>()

  constructor({ size, onConnectionLost, onSlow, onWaited, ...session }: PoolOptions) {
    const config: ConnectionConfig = { ...sessionConfig(session), onSlow }
    super({ ...config, max: size, Client: session.isPooled ? SharedConnection : Connection })
    // When a connection breaks, its client emits 'error', which ends the process if nobody listens.
    // The pool listens to idle clients only, and re-emits their errors as its own.
    this.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)))
    this.on('error', () => {})
    this.on('acquire', (client) => this.#idle.delete(client))
    this.on('remove', (client) => this.#idle.delete(client))
    this.on('release', (error, client) => {
      if (!error) this.#idle.add(client)
    })
    this.#boundWaiting(onWaited)
    this.query = this.#send.bind(this) as Pool['query']
  }

  /** Replaces the idle connections: what is wrong with one is probably wrong with them too. */
  dropIdle(): void {
    for (const client of this.#idle) destroyConnection(client, 'Other connections went silent')
    this.#idle.clear()
  }

  /** Returns a connection to the pool. Closes it if it is broken, outdated or still in a transaction. */
  giveBack(client: PoolClient, failure?: unknown): void {
    const isOutdated = isStalePlan(failure) || isReadOnly(failure)
    if (isOutdated || isUnanswered(failure)) this.dropIdle()
    const isOver = isOutdated || client.connection.stream.destroyed || isFatal(failure)
    client.release(isOver || client.getTransactionStatus() !== 'I')
  }

  #boundWaiting(onWaited?: (seconds: number) => void): void {
    const connect = this.connect.bind(this)
    this.connect = ((callback?: Parameters<typeof connect>[0]) => {
      // Only the job queue's few calls have one.
      if (callback !== undefined) return connect(callback)
      if (this.waitingCount >= MAX_WAITING) {
        return Promise.reject(
          new PoolExhausted('Too many requests are waiting for a database connection'),
        )
      }
      const askedAt = performance.now()
      const connected = connect()
      const waited = () => onWaited?.((performance.now() - askedAt) / 1000)
      connected.then(waited, waited)
      return connected
    }) as typeof connect
  }

  /**
   * Replaces the driver's `query`, which closes the connection even after a unique violation. A statement is a
   * transaction here, so one that deadlocked, with a migration for example, can be repeated.
   */
  async #send(...statement: Parameters<PoolClient['query']>): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.connect()
      let failure: unknown
      try {
        return await client.query(...statement)
      } catch (error) {
        failure = error
        if (!isWorthRepeating(error) || attempt === TRIES)
          throw isAnswer(error) || wasNotSent(error) ? error : new AnswerLost(error)
      } finally {
        this.giveBack(client, failure)
      }
    }
  }
}
