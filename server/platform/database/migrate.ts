import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { Connection, type SessionOptions, sessionConfig } from './connection.ts'
import { ConnectionPool } from './pool.ts'
import { applySqlFunctions, readSqlFunctions } from './sql-functions.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Where the SQL functions and views are, each in a `functions/` folder. */
const FEATURES = fileURLToPath(new URL('../../features', import.meta.url))

/** Any constant: what matters is that every node asks for the same one. */
const MIGRATION_LOCK = 4_217_711

/** Oldest server whose SQL we may use. */
const OLDEST_SERVER = 150_000

const CONNECT_MS = 10_000

/** How often a node asks whether it is its turn to migrate. */
const TURN_MS = 250

/** A migration takes as long as it takes, but calls do not pile up behind a lock that it cannot get. */
const SESSION = {
  name: 'fourball migrations',
  connectMs: CONNECT_MS,
  statementMs: 0,
  settings: { lock_timeout: '10000' },
} satisfies Partial<SessionOptions>

/** The database does not let us in. `message` says why in one line, without the address. */
export class DatabaseUnreachable extends Error {}

/**
 * Brings the database up to date: the job queue's tables, then ours, then our functions and views. Nodes
 * that start at once wait for each other.
 * @throws DatabaseUnreachable
 * @throws Error when the server is older than PostgreSQL 15, the database has migrations of newer code or
 * of code from before the baseline, or a migration fails (then nothing of it stays).
 */
export async function migrate(url: string): Promise<void> {
  const client = new Connection(sessionConfig({ url, ...SESSION }))
  // The statement under way fails too, and says so; an event that nobody hears would end the process.
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnreachable(reasonOf(cause), { cause })
  })
  const workers = new ConnectionPool({ url, size: 1, ...SESSION })
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new Error('Fourball needs PostgreSQL 15 or newer')
    }
    const known = readMigrationFiles({ migrationsFolder: MIGRATIONS })
    await refuseOtherVersions(client, known)
    while (!(await takeTurn(client))) await sleep(TURN_MS)
    // Newer code may have come first.
    await refuseOtherVersions(client, known)
    await applyWorkerMigrations({ pgPool: workers })
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    await applySqlFunctions(client, await readSqlFunctions(FEATURES, known.at(-1)?.hash ?? ''))
  } finally {
    await workers.end()
    await client.end()
  }
}

/** Waiting for the lock in the database would end with the lock timeout. */
async function takeTurn(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>(
    'select pg_try_advisory_lock($1) as ours',
    [MIGRATION_LOCK],
  )
  return rows[0]?.ours ?? false
}

/** @throws Error when newer code, or code from before the baseline, has made the database what it is */
async function refuseOtherVersions(
  client: Connection,
  known: readonly MigrationMeta[],
): Promise<void> {
  const { rows: found } = await client.query<{ is: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is",
  )
  if (found[0]?.is !== true) return
  const { rows: applied } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  if (applied[0] !== undefined && applied[0].hash !== known[0]?.hash) {
    throw new Error(
      'This database was created by an earlier version of Fourball that this version cannot upgrade: ' +
        'use an empty database or data directory, or start the earlier version again.',
    )
  }
  const newestKnown = Math.max(...known.map(({ folderMillis }) => folderMillis))
  if (Number(applied.at(-1)?.created_at) > newestKnown) {
    throw new Error(
      `This database is at version ${versionOf(applied.length)}, but this code only knows versions up to ` +
        `${versionOf(known.length)}. Start the newer code, or restore a backup from before the upgrade.`,
    )
  }
}

/** The number of the last of so many migrations, which are counted from 0000. */
function versionOf(migrations: number): string {
  return String(migrations - 1).padStart(4, '0')
}

/** Where a name has several addresses, Node tells of each in an error that says nothing itself. */
function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const said = first instanceof Error ? first.message : String(first)
  return said.split('\n').join(' ')
}
