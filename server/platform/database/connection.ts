import { Client, type ClientConfig, DatabaseError } from 'pg'

/** How long the database may work on one statement of ours before it gives up. Milliseconds. */
const STATEMENT_MS = 7_000

/** How much longer than that we wait for its answer. Milliseconds. */
const ON_THE_WAY_MS = 1_000

/** A connection that does not close in this time is torn off. */
const GOODBYE_MS = 500

/**
 * Every session has these, whatever the defaults of the database or the role are: our code reads dates,
 * intervals and bytes in one format, and our functions rely on "read committed".
 * The keepalives let the server notice within half a minute that we are gone.
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
  /** What PostgreSQL lists the session as. */
  readonly name: string
  /** How long one statement may take; 0 for as long as it takes. Milliseconds. */
  readonly statementMs?: number
  /** How long connecting, or waiting for a connection of a pool, may take. Milliseconds. */
  readonly connectMs?: number
  /** More settings of the session, by name. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Describes a session for a {@link Connection} or a pool of them. A `statement_timeout` in the URL
 * counts instead of a `statementMs` other than 0; `options` in it come before what we pin.
 */
export function sessionConfig(session: SessionOptions): ClientConfig {
  const { url, name, statementMs = STATEMENT_MS, connectMs = 5_000, settings = {} } = session
  const address = URL.canParse(url) ? new URL(url) : undefined
  const theirs = address?.searchParams.get('options') ?? ''
  const given = Number(address?.searchParams.get('statement_timeout') ?? statementMs)
  // To the driver, what the URL says counts more than what we say.
  let bare = url
  for (const name of ['options', 'statement_timeout', 'query_timeout']) {
    if (address?.searchParams.has(name) !== true) continue
    address.searchParams.delete(name)
    bare = address.href
  }
  const limit = statementMs === 0 ? 0 : given
  return {
    connectionString: bare,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    statement_timeout: limit,
    ...(limit > 0 && { query_timeout: limit + ON_THE_WAY_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: `${theirs} ${optionsOf({ statement_timeout: String(limit), ...PINNED, ...settings })}`,
  }
}

/** Settings as the startup message takes them: separated by spaces, so that those in values need a `\`. */
function optionsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/([\\ ])/g, '\\$1')}`)
    .join(' ')
}

/**
 * A connection to PostgreSQL that nobody waits for in vain. When a statement is not answered in time it
 * is torn off, as its answer may come later and be taken for the next statement's; when it does not
 * close in time, too.
 */
export class Connection extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    const query = this.query.bind(this)
    this.query = ((...statement: Parameters<typeof query>) => {
      const answer: unknown = query(...statement)
      if (answer instanceof Promise)
        answer.catch((error: unknown) => this.#tearOffWhenSilent(error))
      return answer
    }) as typeof query
  }

  override end(): Promise<void>
  override end(done: (error: Error) => void): void
  override end(done?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection
    const tooLong = setTimeout(() => stream.destroy(), GOODBYE_MS)
    stream.once('close', () => clearTimeout(tooLong))
    return done === undefined ? super.end() : super.end(done)
  }

  #tearOffWhenSilent(error: unknown): void {
    if (isUnanswered(error)) tearOff(this, new Error('The database did not answer in time'))
  }
}

/** Ends a connection at once; what is under way on it fails with `cause`. */
export function tearOff(client: Client, cause: Error): void {
  client.connection.stream.destroy(cause)
}

/** Whether a connection is open and in no transaction, so that anybody may use it next. */
export function isReusable(client: Client): boolean {
  return !client.connection.stream.destroyed && client.getTransactionStatus() === 'I'
}

/** Whether an error says that the database took a statement and did not answer in time. */
export function isUnanswered(error: unknown): boolean {
  // The driver's own words: it gives this error no code.
  return error instanceof Error && error.message === 'Query read timeout'
}

/**
 * The connection was lost after a statement was sent and before it was answered: whether it took effect
 * is unknown.
 */
export class AnswerLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before the database answered', { cause })
  }
}

/** Whether an error is the database's own answer. After a crash (57P02) it cannot tell what it did. */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && error.code !== '57P02'
}
