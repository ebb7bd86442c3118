import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'

/** Drizzle over the pool. Queries are built in `store.ts` files alone. */
export type Database = NodePgDatabase & { $client: Pool }

/** What a query is sent through: the pool, or a transaction that verbs put several writes into. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

/** Enough to keep PostgreSQL busy from one node; see the figures before raising it. */
export const POOL_SIZE = 16

export interface ConnectOptions {
  url: string
  poolSize?: number
  /** Called for each statement sent, with its SQL and the values of its parameters. */
  onStatement?: (sql: string, values: unknown[]) => void
  /** Called when a connection breaks, idle or in use; the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void
}

/** Opens a pool. It connects when first used; `$client.end()` closes it. */
export function connect({
  url,
  poolSize,
  onStatement,
  onConnectionLost,
}: ConnectOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'fourball',
    // Solid disks and memory read any page as fast as the next one; the default is a spinning disk's,
    // and makes the planner read whole tables where an index would do.
    options: '-c random_page_cost=1.1',
  })
  // A connection that breaks is an 'error' event of its client, and one that nobody listens to ends
  // the process. The pool listens to idle clients alone and tells them again as its own event.
  pool.on('connect', (client) => client.on('error', (error) => onConnectionLost?.(error)))
  pool.on('error', () => {})
  const options = onStatement === undefined ? {} : { logger: { logQuery: onStatement } }
  const db = drizzle(pool, options)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await inTransaction(drizzle(client, options), work, config)
    } finally {
      client.release()
    }
  }
  return db
}

type Transaction = NodePgDatabase['transaction']
type Work<T> = Parameters<typeof NodePgDatabase.prototype.transaction<T>>[0]

/**
 * Drizzle's own transaction on a pool keeps the connection for good when `begin` fails, so a few
 * restarts of the database would use the pool up; and it answers a `rollback` that fails, as it does
 * on a broken connection, instead of the failure that made it roll back.
 */
async function inTransaction<T>(
  db: NodePgDatabase,
  work: Work<T>,
  config: Parameters<Transaction>[1],
): Promise<T> {
  let failure: { cause: unknown } | undefined
  try {
    return await db.transaction(async (tx) => {
      try {
        return await work(tx)
      } catch (cause) {
        failure = { cause }
        throw cause
      }
    }, config)
  } catch (error) {
    throw failure === undefined ? error : failure.cause
  }
}

/** One round trip. @throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute('select 1')
}
