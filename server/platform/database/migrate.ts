import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { connect } from './database.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Any constant: what matters is that every node asks for the same one. */
const MIGRATION_LOCK = 4_217_711

/** Oldest server whose SQL we may use. */
const OLDEST_SERVER = 150_000

const CONNECT_MS = 10_000

/** The database does not let us in. `message` says why in one line, without the address. */
export class DatabaseUnreachable extends Error {}

/**
 * Brings the database up to date: the job queue's tables, then ours. Nodes that start at once wait
 * for each other.
 * @throws DatabaseUnreachable
 * @throws Error when the server is older than PostgreSQL 15 or a migration fails (then nothing of it stays).
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'fourball migrations',
    connectionTimeoutMillis: CONNECT_MS,
  })
  // The statement under way fails too, and says so; an event that nobody hears would end the process.
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnreachable(reasonOf(cause), { cause })
  })
  const workers = connect({ url, poolSize: 2 }).$client
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new Error('Fourball needs PostgreSQL 15 or newer')
    }
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyWorkerMigrations({ pgPool: workers })
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await workers.end()
    await client.end()
  }
}

/** Where a name has several addresses, Node tells of each in an error that says nothing itself. */
function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const said = first instanceof Error ? first.message : String(first)
  return said.split('\n').join(' ')
}
