import { Pool, type PoolClient } from 'pg'
import {
  AnswerLost,
  Connection,
  isAnswer,
  isReusable,
  isUnanswered,
  type SessionOptions,
  sessionConfig,
  tearOff,
} from './connection.ts'

export interface PoolOptions extends SessionOptions {
  readonly size: number
  /** Called when a connection breaks, idle or in use; the pool replaces it. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
}

/** So many may wait for a connection; more would only wait in vain, and take memory meanwhile. */
const MOST_WAITING = 1_000

/** More callers wait for a connection than will get one in time. */
export class PoolExhausted extends Error {}

/**
 * A pool that gives up connections that went silent, and callers that it cannot serve in time. When one
 * connection is not answered, the idle ones are replaced too: they lead to the same place.
 */
export class ConnectionPool extends Pool {
  readonly #idle = new Set<PoolClient>()

  constructor({ size, onConnectionLost, ...session }: PoolOptions) {
    super({ ...sessionConfig(session), max: size, Client: Connection })
    // A connection that breaks is an 'error' event of its client, and one that nobody listens to ends
    // the process. The pool listens to idle clients only, and passes them on as its own event.
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

  /** Replaces the connections that nobody uses: the network may have forgotten them. */
  dropIdle(): void {
    for (const connection of this.#idle) {
      tearOff(connection, new Error('Other connections went silent'))
    }
    this.#idle.clear()
  }

  /**
   * Gives a connection back that a transaction used; one that did not get out of it is closed.
   * @param failure why the transaction failed, if it did
   */
  giveBack(client: PoolClient, failure?: unknown): void {
    if (hasCause(failure, isUnanswered)) this.dropIdle()
    client.release(!isReusable(client))
  }

  #boundWaiting(): void {
    const connect = this.connect.bind(this)
    this.connect = ((callback?: Parameters<typeof connect>[0]) => {
      if (this.waitingCount < MOST_WAITING) {
        return callback === undefined ? connect() : connect(callback)
      }
      const refusal = new PoolExhausted('Too many calls wait for a database connection')
      if (callback === undefined) return Promise.reject(refusal)
      callback(refusal, undefined, () => {})
      return undefined
    }) as typeof connect
  }

  /** The driver's own closes the connection after every failed statement, for a unique violation too. */
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

/** Whether the driver refused a statement: it could not be written, or its connection was gone. */
function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof Error && /not queryable/.test(error.message))
  )
}

function hasCause(error: unknown, fits: (error: unknown) => boolean): boolean {
  return fits(error) || (error instanceof Error && hasCause(error.cause, fits))
}
