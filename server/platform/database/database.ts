import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Histogram } from 'prom-client'
import { hasSqlState, isDatabaseResponse, isStalePlan, ResponseLost } from './failures.ts'
import { ConnectionPool, type PoolOptions } from './pool.ts'

export type Database = NodePgDatabase & { $client: ConnectionPool }

/** A pool or a transaction: both run queries. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

export function isPool(db: Queries): db is Database {
  return '$client' in db
}

/** The size of a node's pool: enough to keep PostgreSQL busy. Measure before raising it. */
export const POOL_SIZE = 16

export const REQUEST_SETTINGS = {
  // The default is for spinning disks, and makes the planner scan tables where an index would be faster.
  random_page_cost: '1.1',
  // A transaction that the app has abandoned keeps its locks for at most this long, in milliseconds.
  idle_in_transaction_session_timeout: '5000',
}

const waitTimes = new Histogram({
  name: 'fourball_database_wait_seconds',
  help: 'How long requests and jobs of this process waited for a database connection',
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
})

export function connect({
  poolSize = POOL_SIZE,
  onStatement,
  ...options
}: Pick<PoolOptions, 'url' | 'isPooled' | 'onConnectionLost' | 'onSlow'> & {
  poolSize?: number
  onStatement?: (sql: string, values: unknown[]) => void
}): Database {
  const pool = new ConnectionPool({
    ...options,
    name: 'fourball',
    settings: REQUEST_SETTINGS,
    size: poolSize,
    onWaited: (seconds) => waitTimes.observe(seconds),
  })
  const drizzleOptions = onStatement === undefined ? {} : { logger: { logQuery: onStatement } }
  const db = drizzle(pool, drizzleOptions)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let failure: unknown
    try {
      return await runTransaction(drizzle(client, drizzleOptions), work, config)
    } catch (error) {
      failure = error
      throw error
    } finally {
      pool.returnConnection(client, failure)
    }
  }
  return db
}

/**
 * Runs `work` on a connection that the caller releases. (Drizzle does not release it when `begin` fails.)
 * @throws ResponseLost when the response to `commit` was lost, so the transaction may have taken effect
 */
async function runTransaction<T>(
  db: NodePgDatabase,
  ...[work, config]: Parameters<typeof NodePgDatabase.prototype.transaction<T>>
): Promise<T> {
  let workResult: Promise<unknown> | undefined
  try {
    return await db.transaction((tx) => {
      const result = work(tx)
      workResult = result
      return result
    }, config)
  } catch (error) {
    // If `work` failed, this throws its error.
    await workResult
    throw workResult !== undefined && !isDatabaseResponse(error) ? new ResponseLost(error) : error
  }
}

export async function ping(db: Database): Promise<void> {
  await db.execute('select 1')
}

/** The SQLSTATEs of a serialization failure and a deadlock. Retrying a transaction after them is safe. */
const CONFLICT_STATES = ['40001', '40P01']

const MAX_TRIES = 8

export class Conflict extends Error {
  readonly code = '40001'
}

/** Runs a transaction with {@link retryConflicts}. If `db` is a transaction, uses a savepoint in it. */
export function inTransaction<T>(db: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
  return retryConflicts(() => db.transaction(work))
}

/** Runs `work` again if it conflicts with another transaction or a migration, up to `MAX_TRIES` times. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isConflict =
        error instanceof Conflict || isStalePlan(error) || hasSqlState(error, CONFLICT_STATES)
      if (attempt === MAX_TRIES || !isConflict) throw error
    }
  }
}

export async function takeAdvisoryLock(tx: Queries, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Returns a function that calls `prepare` once for each pool or transaction, and keeps its result. */
export function oncePerDb<T, Db extends Queries = Queries>(prepare: (db: Db) => T) {
  const preparedByDb = new WeakMap<Db, T>()
  return (db: Db) => {
    const prepared = preparedByDb.get(db) ?? prepare(db)
    preparedByDb.set(db, prepared)
    return prepared
  }
}
