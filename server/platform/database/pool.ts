import { Pool, type PoolClient } from 'pg'
import {
  AnswerLost,
  Connection,
  destroyConnection,
  isAnswer,
  isReusable,
  isUnanswered,
  type SessionOptions,
  sessionConfig,
} from './connection.ts'

export interface PoolOptions extends SessionOptions {
  readonly size: number
  /** Called when a connection breaks, idle or in use. The pool replaces it. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
}

/** How many callers may wait for a connection. More would only use memory until they time out. */
const MAX_WAITING = 1_000

/** Thrown when too many callers already wait for a connection. */
export class PoolExhausted extends Error {}

/**
 * A pool that drops silent connections and refuses callers that it cannot serve in time. When a statement
 * gets no answer on one connection, the idle ones are replaced too: they lead to the same place.
 */
export class ConnectionPool extends Pool {
  readonly #idle = new Set<PoolClient>()

  constructor({ size, onConnectionLost, ...session }: PoolOptions) {
    super({ ...sessionConfig(session), max: size, Client: Connection })
    // When a connection breaks, its client emits 'error', which ends the process if nobody listens.
    // The pool listens to idle clients only, and re-emits their errors as its own.
    this.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)))
    this.on('error', () => {})
    this.on('acquire', (client) => this.#idle.delete(client))
    this.on('remove', (client) => this.#idle.delete(client))
    this.on('release', (error, client) => {
      if (!error) this.#idle.add(client)
    })
    this.#boundWaiting()
    this.query = this.#send.bind(this) as Pool['query']
  }

  /** Replaces the idle connections: the network may have dropped them. */
  dropIdle(): void {
    for (const connection of this.#idle) {
      destroyConnection(connection, new Error('Other connections went silent'))
    }
    this.#idle.clear()
  }

  /**
   * Returns a transaction's connection to the pool. Closes it if it is broken or still in the transaction.
   * @param failure why the transaction failed, if it did
   */
  giveBack(client: PoolClient, failure?: unknown): void {
    if (hasCause(failure, isUnanswered)) this.dropIdle()
    client.release(!isReusable(client))
  }

  #boundWaiting(): void {
    const connect = this.connect.bind(this)
    this.connect = ((callback?: Parameters<typeof connect>[0]) => {
      if (this.waitingCount < MAX_WAITING) {
        return callback === undefined ? connect() : connect(callback)
      }
      const refusal = new PoolExhausted('Too many requests are waiting for a database connection')
      if (callback === undefined) return Promise.reject(refusal)
      callback(refusal, undefined, () => {})
      return undefined
    }) as typeof connect
  }

  /** Replaces the driver's `query`, which closes the connection even after a unique violation. */
  async #send(...statement: Parameters<PoolClient['query']>): Promise<unknown> {
    const client = await this.connect()
    let failure: unknown
    try {
      return await client.query(...statement)
    } catch (error) {
      failure = error
      throw isAnswer(error) || wasNotSent(error) ? error : new AnswerLost(error)
    } finally {
      this.giveBack(client, failure)
    }
  }
}

/** Returns whether the driver did not send a statement: it was invalid, or the connection was gone. */
function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof Error && /not queryable/.test(error.message))
  )
}

function hasCause(error: unknown, fits: (error: unknown) => boolean): boolean {
  return fits(error) || (error instanceof Error && hasCause(error.cause, fits))
}
