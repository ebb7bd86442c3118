import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { Client } from 'pg'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Any constant: what matters is that every node asks for the same one. */
const MIGRATION_LOCK = 4_217_711

/** Oldest server whose SQL we may use. */
const OLDEST_SERVER = 150_000

/**
 * Brings the database up to date: the job queue's tables, then ours. Nodes that start at once wait
 * for each other.
 * @throws Error when the server is older than PostgreSQL 15 or a migration fails (then nothing of it stays).
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'fourball migrations' })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new Error('Fourball needs PostgreSQL 15 or newer')
    }
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyWorkerMigrations({ connectionString: url })
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
