import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { Connection, type SessionOptions, sessionConfig } from './connection.ts'
import { ConnectionPool } from './pool.ts'
import { applySqlFunctions, readSqlFunctions } from './sql-functions.ts'

const MIGRATIONS = fileURLToPath(new URL('../../app/migrations', import.meta.url))

/** The folder with the SQL functions and views, which are in `functions/` folders below it. */
const FEATURES = fileURLToPath(new URL('../..', import.meta.url))

/** The advisory lock for migrating. Any constant works, as long as every node uses the same one. */
const MIGRATION_LOCK = 4_217_711

/** The oldest server version that supports our SQL. */
const OLDEST_SERVER = 150_000

const CONNECT_MS = 10_000

/** How often a node tries to take the migration lock. Milliseconds. */
const TURN_MS = 250

/** A migration may take any time, but must not block calls for long while it waits for a lock. */
const SESSION = {
  name: 'fourball migrations',
  connectMs: CONNECT_MS,
  statementMs: 0,
  settings: { lock_timeout: '10000' },
} satisfies Partial<SessionOptions>

/** Thrown when connecting to the database fails. `message` says why in one line, without the address. */
export class DatabaseUnreachable extends Error {}

/**
 * Brings the database up to date: first the job queue's tables, then ours, then our functions and views.
 * Nodes that start at the same time wait for each other.
 * @throws DatabaseUnreachable
 * @throws Error when the server is older than PostgreSQL 15, the database has migrations from newer code or
 * from code before the baseline, or a migration fails (and is rolled back)
 */
export async function migrate(url: string): Promise<void> {
  const client = new Connection(sessionConfig({ url, ...SESSION }))
  // The running statement reports the failure. An 'error' event without a listener would end the process.
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
    // A node with newer code may have migrated first.
    await refuseOtherVersions(client, known)
    await applyWorkerMigrations({ pgPool: workers })
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    await applySqlFunctions(client, await readSqlFunctions(FEATURES, known.at(-1)?.hash ?? ''))
  } finally {
    await workers.end()
    await client.end()
  }
}

/** Tries to take the migration lock. Waiting for it in the database would run into the lock timeout. */
async function takeTurn(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>(
    'select pg_try_advisory_lock($1) as ours',
    [MIGRATION_LOCK],
  )
  return rows[0]?.ours ?? false
}

/** @throws Error when the database was migrated by newer code, or by code from before the baseline */
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

/** Returns the number of the last of this many migrations, which are numbered from 0000. */
function versionOf(migrations: number): string {
  return String(migrations - 1).padStart(4, '0')
}

/** Returns the reason in one line. For a host with several addresses, it is in the error for the first. */
function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const said = first instanceof Error ? first.message : String(first)
  return said.split('\n').join(' ')
}
