import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg'

/** How long the database may work on one statement before it cancels it. Milliseconds. */
const STATEMENT_MS = 7_000

/** How much longer than `STATEMENT_MS` we wait for the answer. Milliseconds. */
const ANSWER_MARGIN_MS = 1_000

/** How long a connection may take to close before its socket is destroyed. Milliseconds. */
const CLOSE_TIMEOUT_MS = 500

/** Settings of every session, whatever the defaults of the database or the role. */
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
}

/** With these, the server notices within half a minute that we are gone. */
const KEEPALIVES = {
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
  /** Whether the URL is that of a pooler, which makes the settings itself: see check-pooler.ts. */
  readonly isPooled?: boolean
}

/**
 * Returns the configuration of a session, for a {@link Connection} or a pool. A `statement_timeout` in the
 * URL overrides `statementMs`, unless that is 0. `options` in the URL are applied before our pinned settings.
 */
export function sessionConfig(session: SessionOptions): ClientConfig {
  const { url, name, connectMs = 5_000, isPooled = false } = session
  const address = URL.parse(url)
  const theirs = address?.searchParams.get('options') ?? ''
  const limit = statementLimit(session)
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
    ...(limit > 0 && { query_timeout: limit + ANSWER_MARGIN_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // PgBouncer refuses settings at the start of a connection.
    ...(isPooled
      ? { ...(theirs && { options: theirs }) }
      : {
          statement_timeout: limit,
          options: `${theirs} ${optionsOf({ ...KEEPALIVES, ...requiredSettings(session) })}`,
        }),
  }
}

/** Returns the settings, by name, that a session relies on. */
export function requiredSettings(session: SessionOptions): Readonly<Record<string, string>> {
  return { ...PINNED, statement_timeout: String(statementLimit(session)), ...session.settings }
}

/** Returns how long one statement of a session may take; 0 for no limit. Milliseconds. */
function statementLimit({ url, statementMs = STATEMENT_MS }: SessionOptions): number {
  if (statementMs === 0) return 0
  return Number(URL.parse(url)?.searchParams.get('statement_timeout') ?? statementMs)
}

/** Formats settings for the startup message. Spaces separate them, so a space in a value needs a `\`. */
function optionsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/([\\ ])/g, '\\$1')}`)
    .join(' ')
}

/** How long a statement may take before it counts as slow. Milliseconds. */
const SLOW_MS = 500

/** A statement that took long, as PostgreSQL gets it: without the values of its parameters. */
export interface SlowStatement {
  readonly query: string
  readonly ms: number
}

interface ConnectionConfig extends ClientConfig {
  readonly onSlow?: ((statement: SlowStatement) => void) | undefined
}

/**
 * A connection that never leaves a caller waiting. It is destroyed when it does not close in time, or when a
 * statement is not answered in time, because the late answer could be mistaken for the next statement's.
 */
export class Connection extends Client {
  constructor(config?: ConnectionConfig) {
    super(config)
    const query = this.query.bind(this)
    this.query = ((...statement: Parameters<typeof query>) => {
      const sentAt = performance.now()
      const answer: unknown = query(...statement)
      if (answer instanceof Promise) {
        const answered = () => {
          const ms = Math.round(performance.now() - sentAt)
          if (ms >= SLOW_MS) config?.onSlow?.({ query: textOf(statement[0]), ms })
        }
        answer.then(answered, (error: unknown) => {
          answered()
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

/**
 * A connection through a pooler, which may run each transaction in another session. So no statement has a name:
 * its session might not know the name, or know it already. (Drizzle takes a class with 'Pool' in its name for a
 * pool.)
 */
class SharedConnection extends Connection {
  constructor(config?: ClientConfig) {
    super(config)
    const query = this.query.bind(this)
    this.query = ((...[statement, ...rest]: Parameters<typeof query>) =>
      query(withoutName(statement), ...rest)) as typeof query
  }
}

function withoutName<T>(statement: T): T {
  return typeof statement === 'object' ? { ...statement, name: undefined } : statement
}

function textOf(statement: Parameters<Client['query']>[0] | string): string {
  return typeof statement === 'string' ? statement : String(Object(statement).text)
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

/** Thrown when the connection was lost before a statement was answered. Whether it took effect is unknown. */
export class AnswerLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database responded', { cause })
  }
}

/**
 * Returns whether an error is the database's answer to a statement, which then had no effect. After a crash
 * (57P02), or when a pooler lost its connection to the database (class 08), the outcome is unknown.
 */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(57P02|08...)$/.test(error.code ?? '')
}

/**
 * Returns whether a prepared statement, which was not run, would now return other columns than when it was
 * prepared: a newer node has migrated the database. It would fail on this connection forever.
 */
export function isStalePlan(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  }
  return error instanceof Error && isStalePlan(error.cause)
}

/** Returns whether the database refused a statement that may succeed when it is sent again. */
function isWorthRepeating(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseError && error.code === DEADLOCK)
}

const DEADLOCK = '40P01'

/** How often to send such a statement. Several connections may have a stale plan of it. */
const TRIES = 8

export interface PoolOptions extends SessionOptions {
  readonly size: number
  /** Called when a connection breaks, idle or in use. The pool replaces it. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined
  /** Called after each statement that took long. */
  readonly onSlow?: ((statement: SlowStatement) => void) | undefined
  /** Called with the seconds that each caller has waited for a connection, or to be refused one. */
  readonly onWaited?: (seconds: number) => void
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
    const isStale = isStalePlan(failure)
    if (isStale || isUnanswered(failure)) this.dropIdle()
    const isOver = isStale || client.connection.stream.destroyed || isFatal(failure)
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

/** Returns whether the other end closes the connection after this error, or its cause. */
function isFatal(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity === 'FATAL'
  return error instanceof Error && isFatal(error.cause)
}

/**
 * Returns whether the database never got a statement: it was invalid, the connection was gone, or PgBouncer
 * had no session for it.
 */
function wasNotSent(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /not queryable|query_wait_timeout|server_login_retry/.test(String(error))
  )
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
