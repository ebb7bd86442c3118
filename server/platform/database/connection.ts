import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg'

/** How long the database may work on one statement before it cancels it. Milliseconds. */
const STATEMENT_MS = 7_000

/** How much longer than `STATEMENT_MS` we wait for the answer. Milliseconds. */
const ANSWER_MARGIN_MS = 1_000

/** How long a connection may take to close before its socket is destroyed. Milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/**
 * Settings of every session, whatever the defaults of the database or the role. With the keepalives, the
 * server notices within half a minute that we are gone.
 */
const PINNED = {
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  search_path: '"$user",public',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  extra_float_digits: '1',
  transform_null_equals: 'off',
  array_nulls: 'on',
  idle_session_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  lock_timeout: '0',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
}

export interface SessionOptions {
  readonly url: string
  /** The session's name in PostgreSQL (`application_name`). */
  readonly name: string
  /** How long one statement may take; 0 for no limit. Milliseconds. */
  readonly statementMs?: number
  /** How long to wait to connect, or to get a connection from a pool. Milliseconds. */
  readonly connectMs?: number
  /** Additional settings of the session, by name. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Returns the configuration of a session, for a {@link Connection} or a pool. A `statement_timeout` in the
 * URL overrides `statementMs`, unless that is 0. `options` in the URL are applied before our pinned settings.
 */
export function sessionConfig(session: SessionOptions): ClientConfig {
  const { url, name, statementMs = STATEMENT_MS, connectMs = 5_000, settings = {} } = session
  const address = URL.parse(url)
  const theirs = address?.searchParams.get('options') ?? ''
  const given = Number(address?.searchParams.get('statement_timeout') ?? statementMs)
  const limit = statementMs === 0 ? 0 : given
  // The driver lets settings in the URL override ours, so we remove those from the URL.
  let bare = url
  for (const name of ['options', 'statement_timeout', 'query_timeout']) {
    if (!address?.searchParams.has(name)) continue
    address.searchParams.delete(name)
    bare = address.href
  }
  return {
    connectionString: bare,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    statement_timeout: limit,
    ...(limit > 0 && { query_timeout: limit + ANSWER_MARGIN_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: `${theirs} ${optionsOf({ statement_timeout: String(limit), ...PINNED, ...settings })}`,
  }
}

/** Formats settings for the startup message. Spaces separate them, so a space in a value needs a `\`. */
function optionsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/([\\ ])/g, '\\$1')}`)
    .join(' ')
}

/**
 * A connection that never leaves a caller waiting. It is destroyed when it does not close in time, or when a
 * statement is not answered in time, because the late answer could be mistaken for the next statement's.
 */
export class Connection extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    const query = this.query.bind(this)
    this.query = ((...statement: Parameters<typeof query>) => {
      const answer: unknown = query(...statement)
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          if (isUnanswered(error)) destroyConnection(this, 'The database did not answer in time')
        })
      }
      return answer
    }) as typeof query
  }

  override end(): Promise<void>
  override end(done: (error: Error) => void): void
  override end(done?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection
    const tooLong = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS)
    stream.once('close', () => clearTimeout(tooLong))
    return done === undefined ? super.end() : super.end(done)
  }
}

/** Destroys a connection immediately. Statements in progress fail with `cause`. */
export function destroyConnection(client: Client, cause: unknown): void {
  client.connection.stream.destroy(asError(cause))
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** Returns whether an error, or its cause, means that the database did not answer a statement in time. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The driver's message, since this error has no code.
  return error.message === 'Query read timeout' || isUnanswered(error.cause)
}

/** Returns whether an error, or its cause, means that the server only reads, as a standby does. */
function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error instanceof DatabaseError && error.code === '25006') || isReadOnly(error.cause)
}

/** Thrown when the connection was lost before a statement was answered. Whether it took effect is unknown. */
export class AnswerLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database responded', { cause })
  }
}

/**
 * Returns whether an error is the database's answer to a statement, which then had no effect. A crash
 * (57P02) is not an answer, because it leaves the outcome unknown.
 */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== '57P02'
}

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
 * A pool that drops silent connections and refuses callers that it cannot serve in time. When one connection
 * is silent, the idle ones are replaced too, because they go to the same server.
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

  /** Replaces the idle connections: the network may have dropped them, or the server is a standby now. */
  dropIdle(): void {
    for (const client of this.#idle) destroyConnection(client, 'Other connections went silent')
    this.#idle.clear()
  }

  /**
   * Returns a connection to the pool. Closes it if it is broken, still in a transaction, or goes to a server
   * that is a standby since a failover.
   */
  giveBack(client: PoolClient, failure?: unknown): void {
    const isStandby = isReadOnly(failure)
    if (isUnanswered(failure) || isStandby) this.dropIdle()
    const isBroken = client.connection.stream.destroyed || client.getTransactionStatus() !== 'I'
    client.release(isBroken || isStandby)
  }

  #boundWaiting(): void {
    const connect = this.connect.bind(this)
    this.connect = ((callback?: Parameters<typeof connect>[0]) => {
      // Only the job queue's few calls have one.
      if (callback !== undefined) return connect(callback)
      if (this.waitingCount < MAX_WAITING) return connect()
      return Promise.reject(
        new PoolExhausted('Too many requests are waiting for a database connection'),
      )
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
  return error instanceof TypeError || /not queryable/.test(String(error))
}

/** Returns whether the driver can parse a URL. Creating a client does not connect to anything yet. */
export function isDatabaseAddress(url: string): boolean {
  try {
    new Client({ connectionString: url })
    return true
  } catch {
    return false
  }
}
