import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'

/** Drizzle over the pool. Queries are built in `store.ts` files alone. */
export type Database = NodePgDatabase & { $client: Pool }

/** Enough to keep PostgreSQL busy from one node; see the figures before raising it. */
export const POOL_SIZE = 16

export interface ConnectOptions {
  url: string
  poolSize?: number
  /** Called for each statement sent, with its SQL. */
  onStatement?: (sql: string) => void
  /** Called when an idle connection breaks; the pool replaces it by itself. */
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
  })
  pool.on('error', (error) => onConnectionLost?.(error))
  return drizzle(
    pool,
    onStatement === undefined ? {} : { logger: { logQuery: (sql) => onStatement(sql) } },
  )
}

/** One round trip. @throws when the database does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.execute('select 1')
}
