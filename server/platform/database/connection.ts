import { once } from 'node:events'
import { Client, type ClientConfig } from 'pg'
import { isResponseTimeout } from './failures.ts'

const STATEMENT_MS = 7_000

/** How long to wait for a response after the statement's own time limit. */
const ANSWER_MARGIN_MS = 1_000

const CLOSE_TIMEOUT_MS = 500

/** Settings of every session, in place of the defaults of the database and the role. */
const PINNED_SETTINGS = {
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

/** These settings let the server notice within half a minute that our end of a connection is gone. */
const KEEPALIVES = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
}

export interface SessionOptions {
  readonly url: string
  readonly name: string
  /** The time limit of a statement; 0 for no limit. */
  readonly statementMs?: number
  /** How long to wait to connect, or to get a connection from a pool. */
  readonly connectMs?: number
  readonly settings?: Readonly<Record<string, string>>
  /** Whether the URL leads to a pooler. A pooler must set the settings itself: see check-pooler.ts. */
  readonly isPooled?: boolean
  readonly onSlow?: (statement: SlowStatement) => void
}

export interface SlowStatement {
  /** The SQL with placeholders, without the values of the parameters. */
  readonly query: string
  readonly ms: number
}

type ConnectionConfig = ClientConfig & Pick<SessionOptions, 'isPooled' | 'onSlow'>

/** A `statement_timeout` in the URL overrides `statementMs`, unless `statementMs` is 0. */
export function sessionConfig(session: SessionOptions): ConnectionConfig {
  const { url, name, connectMs = 5_000, isPooled = false, onSlow } = session
  const parsedUrl = URL.parse(url)
  const optionsInUrl = parsedUrl?.searchParams.get('options') ?? ''
  const limitMs = statementLimit(session)
  // Remove parameters that would override the settings below. `options` and `statement_timeout` are already
  // part of those settings.
  let urlWithoutSettings = url
  for (const parameter of ['options', 'statement_timeout', 'query_timeout']) {
    if (!parsedUrl?.searchParams.has(parameter)) continue
    parsedUrl.searchParams.delete(parameter)
    urlWithoutSettings = parsedUrl.href
  }
  return {
    isPooled,
    ...(onSlow && { onSlow }),
    connectionString: urlWithoutSettings,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    ...(limitMs > 0 && { query_timeout: limitMs + ANSWER_MARGIN_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // PgBouncer refuses connections that ask for our settings.
    ...(isPooled
      ? { ...(optionsInUrl && { options: optionsInUrl }) }
      : {
          statement_timeout: limitMs,
          options: `${optionsInUrl} ${optionsOf({ ...KEEPALIVES, ...requiredSettings(session) })}`,
        }),
  }
}

export function requiredSettings(session: SessionOptions): Readonly<Record<string, string>> {
  return {
    ...PINNED_SETTINGS,
    statement_timeout: String(statementLimit(session)),
    ...session.settings,
  }
}

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

const SLOW_MS = 500

/** Closes itself when a response is late, because the next statement could get that response. */
export class Connection extends Client {
  constructor(config?: ConnectionConfig) {
    super(config)
    const query = this.query.bind(this)
    this.query = ((...[statement, ...rest]: Parameters<typeof query>) => {
      const sentAt = performance.now()
      // Behind a pooler, use no named prepared statements: each transaction may run in another session.
      const statementToSend = config?.isPooled ? withoutName(statement) : statement
      const answer: unknown = query(statementToSend, ...rest)
      if (answer instanceof Promise) {
        const reportIfSlow = () => {
          const ms = Math.round(performance.now() - sentAt)
          if (ms >= SLOW_MS)
            config?.onSlow?.({ query: String(Object(statement).text ?? statement), ms })
        }
        answer.then(reportIfSlow, (error: unknown) => {
          reportIfSlow()
          if (isResponseTimeout(error))
            destroyConnection(this, 'The database did not answer in time')
        })
      }
      return answer
    }) as typeof query
  }

  override end(): Promise<void>
  override end(done: (error: Error) => void): void
  override end(done?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.connection
    const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS)
    stream.once('close', () => clearTimeout(timer))
    return done === undefined ? super.end() : super.end(done)
  }
}

function withoutName<T>(statement: T): T {
  return typeof statement === 'object' ? { ...statement, name: undefined } : statement
}

export function destroyConnection(client: Client, cause: unknown): void {
  client.connection.stream.destroy(cause instanceof Error ? cause : new Error(String(cause)))
}

export async function withTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // If the connection is lost, this fails too, and the first error says more.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Runs `work` on a new connection, until `stopping` aborts. `lost` aborts when the connection breaks. */
export async function withDedicatedConnection(
  session: SessionOptions,
  work: (client: Connection, lost: AbortSignal) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const client = new Connection(sessionConfig(session))
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error(`The connection of '${session.name}' ended`)))
  const close = () => client.end().catch(() => {})
  stopping?.addEventListener('abort', close)
  try {
    // If the connection is closed while it is being opened, the driver never settles `connect`.
    await Promise.race([client.connect(), once(lost.signal, 'abort')])
    lost.signal.throwIfAborted()
    await work(client, lost.signal)
    lost.signal.throwIfAborted()
  } catch (error) {
    // The server may no longer respond, so closing the connection in an orderly way could take a while.
    if (!stopping?.aborted) destroyConnection(client, error)
    throw lost.signal.aborted ? lost.signal.reason : error
  } finally {
    stopping?.removeEventListener('abort', close)
    await close()
  }
}

export function isDatabaseAddress(url: string): boolean {
  try {
    new Client({ connectionString: url })
    return true
  } catch {
    return false
  }
}
