import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { reasonOf } from '../errors.ts'
import { compareReleases, RELEASE } from '../release.ts'
import { Connection, type SessionOptions, sessionConfig, withTransaction } from './connection.ts'
import { hasSqlState } from './failures.ts'
import { ConnectionPool } from './pool.ts'
import { applySqlFunctions, readSqlFunctions } from './sql-functions.ts'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../app/migrations', import.meta.url))

const SERVER_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** Any constant works, as long as every node uses the same one. */
const MIGRATION_LOCK = 4_217_711

const OLDEST_POSTGRES = 150_000

const MIGRATION_RETRY_MS = 250

const LOCK_TRIES = 60
const LOCK_RETRY_MS = 500
/** The SQLSTATEs of a lock timeout and a deadlock. */
const LOCK_CONFLICTS = ['55P03', '40P01']

/**
 * A migration waits only briefly for a table's lock, because other nodes' statements queue behind it. It
 * gives up before PostgreSQL checks for deadlocks (after a second), so in a deadlock it is the migration that
 * fails and is retried, not another node's statement.
 */
const MIGRATION_SESSION = {
  name: 'fourball migrations',
  connectMs: 10_000,
  statementMs: 0,
  settings: { lock_timeout: '300' },
} satisfies Partial<SessionOptions>

/** Thrown when connecting to the database fails. `message` says why in one line, without the address. */
export class DatabaseUnreachable extends Error {}

/**
 * Migrates the database to this release. Nodes that start at the same time wait for each other; nodes of the
 * previous release keep running. @throws DatabaseUnreachable when connecting fails, and Error when this
 * release cannot run on the database or a migration fails
 */
export async function migrate(url: string): Promise<void> {
  const client = new Connection(sessionConfig({ url, ...MIGRATION_SESSION }))
  // The running statement reports the failure. An 'error' event without a listener would end the process.
  client.on('error', () => {})
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnreachable(reasonOf(cause), { cause })
  })
  const jobQueuePool = new ConnectionPool({ url, size: 1, ...MIGRATION_SESSION })
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST_POSTGRES) {
      throw new Error('Fourball needs PostgreSQL 15 or newer')
    }
    while (!(await tryMigrationLock(client))) await sleep(MIGRATION_RETRY_MS)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await migrateLocked(client, jobQueuePool)
      } catch (error) {
        if (attempt === LOCK_TRIES || !hasSqlState(error, LOCK_CONFLICTS)) throw error
        await sleep(LOCK_RETRY_MS)
      }
    }
  } finally {
    await jobQueuePool.end()
    await client.end()
  }
}

async function migrateLocked(client: Connection, jobQueuePool: ConnectionPool): Promise<void> {
  const currentMigrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  const functions = await readSqlFunctions(SERVER_FOLDER, currentMigrations.at(-1)?.hash ?? '')
  await createMigrationsTable(client)
  if (await isUpgraded(client, currentMigrations)) {
    // This release still uses functions that the newer one marked as unused. They must not be dropped yet.
    const unmarkStatement = 'update sql_functions set unused_since = null where name = any($1)'
    await client.query(unmarkStatement, [functions.map(({ name }) => name)])
    return
  }
  await applyWorkerMigrations({ pgPool: jobQueuePool })
  await applyMigrations(client, currentMigrations)
  await recordRelease(client)
  await applySqlFunctions(client, functions, RELEASE)
}

/** Keeps the previous release from changing the database. Runs early, in case the upgrade stops halfway. */
async function recordRelease(client: Connection): Promise<void> {
  await client.query('update schema_release set newest = $1 where newest <> $1', [RELEASE])
}

/**
 * Applies each new migration in its own transaction. In a shared transaction, the locks of earlier migrations
 * would block other nodes' transactions while a later migration waits for a table that those transactions
 * have locked.
 */
async function applyMigrations(client: Connection, currentMigrations: readonly MigrationMeta[]) {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  )
  const appliedCount = rows[0]?.n ?? 0
  for (const [n, migration] of currentMigrations.slice(appliedCount).entries()) {
    try {
      await withTransaction(client, async () => {
        await applyMigration(client, migration)
        await recordRelease(client)
      })
    } catch (cause) {
      const number = lastMigrationOf(appliedCount + n + 1)
      throw new Error(`Migration ${number} failed: ${reasonOf(cause)}`, { cause })
    }
  }
}

export async function createMigrationsTable(client: Connection): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`)
}

export async function applyMigration(
  client: Connection,
  { sql, hash, folderMillis }: MigrationMeta,
): Promise<void> {
  for (const statement of sql) await client.query(statement)
  await client.query(
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [hash, folderMillis],
  )
}

/** Does not wait for the lock: a statement that waits would run into the lock timeout. */
async function tryMigrationLock(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>(
    'select pg_try_advisory_lock($1) as ours',
    [MIGRATION_LOCK],
  )
  return rows[0]?.ours ?? false
}

/** Returns whether a newer release migrated the database. @throws Error if this release cannot run on it */
async function isUpgraded(client: Connection, currentMigrations: readonly MigrationMeta[]) {
  const { rows: applied } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  if (applied.length === 0) return false
  if (applied[0]?.hash !== currentMigrations[0]?.hash) {
    throw new Error(
      'This database was created by an earlier version of Fourball that this version cannot upgrade: ' +
        'use an empty database or data directory, or start the earlier version again.',
    )
  }
  const { rows } = await client.query<{ newest: string; oldest: string; has_functions: boolean }>(
    // Backups contain no functions, so a restored database still has to be migrated.
    'select newest, oldest, exists (select from sql_functions) as has_functions from schema_release',
  )
  const { newest = RELEASE, oldest = RELEASE, has_functions: hasFunctions = true } = rows[0] ?? {}
  if (compareReleases(RELEASE, oldest) < 0) {
    throw new Error(
      `This database needs Fourball ${oldest} or newer, and this is ${RELEASE}. ` +
        'Start the newer release, or restore a backup from before the upgrade.',
    )
  }
  if (compareReleases(RELEASE, newest) < 0 && hasFunctions) return true
  const newestKnown = Math.max(...currentMigrations.map(({ folderMillis }) => folderMillis))
  if (Number(applied.at(-1)?.created_at) > newestKnown) {
    throw new Error(
      `This database is at migration ${lastMigrationOf(applied.length)}, but this code only knows migrations up to ` +
        `${lastMigrationOf(currentMigrations.length)}. Start the newer code, or restore a backup from before the upgrade.`,
    )
  }
  return false
}

function lastMigrationOf(migrationCount: number): string {
  return String(migrationCount - 1).padStart(4, '0')
}
