import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { AnswerLost, isAnswer } from './connection.ts'
import { ConnectionPool } from './pool.ts'

/** Drizzle over the pool. Queries are built in `store.ts` files alone. */
export type Database = NodePgDatabase & { $client: ConnectionPool }

/** What a query is sent through: the pool, or a transaction that verbs put several writes into. */
export type Queries = PgDatabase<NodePgQueryResultHKT>

/** Whether queries go through the pool, each in a transaction of its own. */
export function isPool(db: Queries): db is Database {
  return '$client' in db
}

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
  const pool = new ConnectionPool({
    url,
    name: 'fourball',
    size: poolSize ?? POOL_SIZE,
    onConnectionLost,
    settings: {
      // Solid disks and memory read any page as fast as the next one; the default is a spinning disk's,
      // and makes the planner read whole tables where an index would do.
      random_page_cost: '1.1',
      // One that we lost keeps its locks no longer than this.
      idle_in_transaction_session_timeout: '5000',
    },
  })
  const options = onStatement === undefined ? {} : { logger: { logQuery: onStatement } }
  const db = drizzle(pool, options)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let failure: unknown
    try {
      return await inTransaction(drizzle(client, options), work, config)
    } catch (error) {
      failure = error
      throw error
    } finally {
      pool.giveBack(client, failure)
    }
  }
  return db
}

type Transaction = NodePgDatabase['transaction']
type Work<T> = Parameters<typeof NodePgDatabase.prototype.transaction<T>>[0]

/**
 * Drizzle's own transaction on a pool keeps the connection for good when `begin` fails, so a few
 * restarts of the database would use the pool up; and it reports a `rollback` that fails, as it does
 * on a broken connection, instead of the failure that made it roll back.
 * @throws AnswerLost, as a cause, when the answer to `commit` was lost: it may have taken effect
 */
async function inTransaction<T>(
  db: NodePgDatabase,
  work: Work<T>,
  config: Parameters<Transaction>[1],
): Promise<T> {
  let failure: { cause: unknown } | undefined
  let isDone = false
  try {
    return await db.transaction(async (tx) => {
      try {
        const result = await work(tx)
        isDone = true
        return result
      } catch (cause) {
        failure = { cause }
        throw cause
      }
    }, config)
  } catch (error) {
    if (failure !== undefined) throw failure.cause
    // Drizzle wraps what the driver throws.
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw isDone && !isAnswer(cause) ? new AnswerLost(error) : error
  }
}

/** One round trip. @throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute('select 1')
}
