import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { Connection, ConnectionPool, type SessionOptions, sessionConfig } from './connection.ts'

/** The folder with the migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../app/migrations', import.meta.url))

/** The folder with the SQL functions and views, which are in `functions/` folders below it. */
const SERVER_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** The advisory lock for migrating. Any constant works, as long as every node uses the same one. */
const MIGRATION_LOCK = 4_217_711

/** The oldest server version that supports our SQL. */
const OLDEST_SERVER = 150_000

const CONNECT_MS = 10_000

/** How long a node waits between two tries to take the migration lock. Milliseconds. */
const MIGRATION_RETRY_MS = 250

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
 * @throws DatabaseUnreachable, or Error when the server or the database's migrations do not fit this code, or
 * a migration fails (and is rolled back)
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
    while (!(await tryMigrationLock(client))) await sleep(MIGRATION_RETRY_MS)
    const known = readMigrationFiles({ migrationsFolder: MIGRATIONS })
    await refuseOtherVersions(client, known)
    await applyWorkerMigrations({ pgPool: workers })
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    await applySqlFunctions(client, await readSqlFunctions(SERVER_FOLDER, known.at(-1)?.hash ?? ''))
  } finally {
    await workers.end()
    await client.end()
  }
}

/** Tries to take the migration lock. Waiting for it in the database would run into the lock timeout. */
async function tryMigrationLock(client: Connection): Promise<boolean> {
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

/** Returns the version of a database with this many migrations: the number of the last one, from '0000'. */
function versionOf(migrations: number): string {
  return String(migrations - 1).padStart(4, '0')
}

/** Returns the reason in one line. For a host with several addresses, it is in the error for the first. */
function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const said = first instanceof Error ? first.message : String(first)
  return said.replaceAll('\n', ' ')
}

/** A file that creates the SQL function or view it is named after, with the function's triggers. */
export interface SqlFunction {
  readonly name: string
  readonly isView: boolean
  readonly sql: string
  /** Changes with the file. A view's also changes with each new migration, which may change its tables. */
  readonly checksum: string
}

const CREATED = /^CREATE OR REPLACE (FUNCTION|VIEW) (\w+)/gm

/**
 * Reads all `functions/*.sql` files under a folder.
 * @param newestMigration any string that changes when a migration is added
 * @throws Error when a file does not create exactly one function or view, named like the file
 */
export async function readSqlFunctions(
  folder: string,
  newestMigration: string,
): Promise<SqlFunction[]> {
  const paths = await Array.fromAsync(glob('**/functions/*.sql', { cwd: folder }))
  return Promise.all(
    paths.sort().map(async (path) => {
      const sql = await readFile(join(folder, path), 'utf8')
      const name = basename(path, '.sql')
      const [created, ...others] = sql.matchAll(CREATED)
      if (created?.[2] !== name || others.length > 0)
        throw new Error(`${path} must create one function or view, called ${name}`)
      const isView = created[1] === 'VIEW'
      const checksum = createHash('sha256').update(sql)
      if (isView) checksum.update(newestMigration)
      return { name, isView, sql, checksum: checksum.digest('hex') }
    }),
  )
}

/**
 * Replaces the functions and views that have changed, and drops those that no longer exist, in one
 * transaction. Views are created first, so they cannot use the functions.
 */
export async function applySqlFunctions(
  client: Connection,
  functions: readonly SqlFunction[],
): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from sql_functions',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
  const gone = [...applied.keys()].filter((name) => !functions.some((one) => one.name === name))
  if (changed.length + gone.length === 0) return

  // A function may return rows of a view, so replacing a view means replacing everything.
  const replaced = changed.some(({ isView }) => isView) ? functions : changed
  const made = replaced.toSorted((one, other) => Number(other.isView) - Number(one.isView))
  const names = made.map(({ name }) => name)
  await client.query('begin')
  try {
    // Function bodies may refer to functions that are created later.
    await client.query('set local check_function_bodies = off')
    await drop(client, [...gone, ...names])
    for (const { sql } of made) await client.query(sql)
    await client.query('delete from sql_functions where name = any($1)', [[...gone, ...names]])
    await client.query(
      'insert into sql_functions (name, checksum) select * from unnest($1::text[], $2::text[])',
      [names, made.map(({ checksum }) => checksum)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Drops views, and functions with all their signatures and triggers. CREATE OR REPLACE cannot change a return
 * type or remove a view's column, and keeps the old function when the signature changes.
 */
async function drop(client: Connection, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with doomed as (
       select oid from pg_proc
       where pronamespace = current_schema()::regnamespace and proname = any($1)
     )
     select 1 as turn, format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
       from pg_trigger where tgfoid in (select oid from doomed)
     union all
     select 2, format('drop function %s', oid::regprocedure) from doomed
     union all
     select 3, format('drop view %s', oid::regclass) from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'v' and relname = any($1)
     order by turn`,
    [names],
  )
  for (const { statement } of rows) await client.query(statement)
}
