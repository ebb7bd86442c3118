import { pipeline } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as applyWorkerMigrations } from 'graphile-worker'
import { from as copyFrom } from 'pg-copy-streams'
import { type Connection, withDedicatedConnection } from '../connection.ts'
import { applyMigration, createMigrationsTable, MIGRATIONS_FOLDER, migrate } from '../migrate.ts'
import { ConnectionPool } from '../pool.ts'
import { type BackupHeader, readBackup, type TableEnd, type TableStart } from './format.ts'
import { COPY_SESSION, JOBS_TABLE, listTables, quoteIdentifiers, readRows } from './tables.ts'

/** Thrown when a backup cannot be restored here, or the database is not empty. `message` says what to do. */
export class RestoreRefused extends Error {}

export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

/** How many ids a restore skips. Ids assigned after the backup may be stored at Stripe, for example. */
const SKIPPED_IDS = 100_000

/**
 * Checks a whole backup before any of it is restored. `isMove`: the app was stopped before the backup and has
 * not run since.
 * @throws BackupDamaged, WrongPassphrase, or RestoreRefused when the backup cannot be restored here
 */
export async function checkBackup(options: {
  file: string
  passphrase: string | undefined
  isMove?: boolean
}) {
  const header = await readBackup(options.file, options.passphrase)
  migrationsOf(header)
  if (options.isMove && header.wasInUse) {
    throw new RestoreRefused(
      'This backup was made while Fourball was running, so it cannot be used with --move. Stop Fourball, make another backup, and restore that one.',
    )
  }
  return { ...options, header }
}

/**
 * Restores a backup in one transaction, compares the checksums of all rows, and migrates the database.
 * @throws RestoreRefused when the database is not empty
 */
export async function restoreBackup(
  { file, passphrase, header, isMove }: CheckedBackup,
  url: string,
): Promise<{ tables: number; rows: number }> {
  let tables = 0
  let rows = 0
  await withDedicatedConnection({ url, ...COPY_SESSION }, async (client) => {
    await refuseNonEmpty(client)
    await prepareQueue(url)
    await client.query('begin')
    await createTables(client, migrationsOf(header))
    const addForeignKeys = await dropForeignKeys(client)
    await readBackup(file, passphrase, {
      table: (start, source) => writeRows(client, start, source),
      async tableEnd(start, end) {
        await checkRestoredRows(client, start, end)
        rows += end.rows
        if (start.table === JOBS_TABLE) await addJobs(client)
        else tables += 1
      },
      async sequences(values) {
        for (const [name, value] of Object.entries(values)) {
          const lastValue = BigInt(value) + BigInt(isMove ? 0 : SKIPPED_IDS)
          if (lastValue === 0n) continue
          await client.query('select setval(quote_ident($1)::regclass, $2)', [
            name,
            String(lastValue),
          ])
        }
      },
    })
    for (const statement of addForeignKeys) await client.query(statement)
    await client.query('commit')
    await client.query('analyze')
  })
  await migrate(url)
  return { tables, rows }
}

function migrationsOf(header: BackupHeader) {
  const currentMigrations = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  const isKnown = (hash: string, n: number) =>
    currentMigrations[n] === undefined || currentMigrations[n].hash === hash
  if (!header.migrations.every(isKnown)) {
    throw new RestoreRefused(
      'This backup was made by a version of Fourball that this version cannot upgrade. Restore it with the version that made it.',
    )
  }
  if (header.migrations.length > currentMigrations.length) {
    throw new RestoreRefused(
      `This backup was made by a newer version of Fourball: its database has ${header.migrations.length} migrations, and this version knows ${currentMigrations.length}. Restore it with that version or a newer one.`,
    )
  }
  return currentMigrations.slice(0, header.migrations.length)
}

async function refuseNonEmpty(client: Connection): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'S') and (relnamespace = current_schema()::regnamespace
       or relnamespace = (select oid from pg_namespace where nspname = 'drizzle'))
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relkind = 'r' desc, relname limit 1`,
  )
  if (rows[0] === undefined) return
  throw new RestoreRefused(
    `The database is not empty: it contains ${rows[0].name}. Restore into an empty database or data directory.`,
  )
}

/** Creates the job queue's tables outside the transaction. A failed restore leaves them behind, but empty. */
async function prepareQueue(url: string): Promise<void> {
  const pool = new ConnectionPool({ url, size: 1, ...COPY_SESSION })
  await applyWorkerMigrations({ pgPool: pool }).finally(() => pool.end())
}

/** Creates our tables like {@link migrate}, but within the transaction, and empties them. */
async function createTables(client: Connection, migrations: ReturnType<typeof readMigrationFiles>) {
  await createMigrationsTable(client)
  for (const migration of migrations) await applyMigration(client, migration)
  // Some migrations insert rows, which the backup contains too.
  const tables = await listTables(client)
  await client.query(`truncate ${quoteIdentifiers(tables.map(({ table }) => table))}`)
  await client.query(`create temporary table restored_jobs (
    task text, payload json, run_at timestamptz, max_attempts int, key text, priority int
  ) on commit drop`)
}

/** Drops the foreign keys, so that tables can be filled in any order. Returns the SQL to add them again. */
async function dropForeignKeys(client: Connection): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
       and conparentid = 0`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

const restoredTableName = ({ table }: TableStart) =>
  table === JOBS_TABLE ? 'restored_jobs' : table

async function writeRows(client: Connection, start: TableStart, rows: AsyncIterable<Buffer>) {
  const name = client.escapeIdentifier(restoredTableName(start))
  const copyStream = client.query(
    copyFrom(`copy ${name} (${quoteIdentifiers(start.columns)}) from stdin`),
  )
  await pipeline(rows, copyStream)
}

async function checkRestoredRows(client: Connection, start: TableStart, expected: TableEnd) {
  const rowReader = readRows(client, { ...start, table: restoredTableName(start) })
  let next = await rowReader.next()
  while (!next.done) next = await rowReader.next()
  const { rows, sha256 } = next.value
  if (rows === expected.rows && sha256 === expected.sha256) return
  throw new Error(
    `${start.table} was not restored exactly: it has ${rows} rows instead of ${expected.rows}, or their content differs`,
  )
}

async function addJobs(client: Connection): Promise<void> {
  await client.query(`
    select graphile_worker.add_job(task, payload, run_at := run_at, max_attempts := max_attempts,
      job_key := key, priority := priority)
    from restored_jobs`)
}
