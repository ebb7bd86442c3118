import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Connection, withDedicatedConnection } from '../connection.ts'
import { type BackupHeader, END_MARKER, FORMAT_VERSION, jsonFrame } from './format.ts'
import { packTransforms } from './pack.ts'
import {
  BACKUP_PRIORITY,
  COPY_SESSION,
  JOB_COLUMNS,
  JOBS_TABLE,
  listTables,
  readRows,
} from './tables.ts'

interface Summary {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
}

/** Writes a backup of one snapshot, in constant memory. If it throws, an existing `file` is unchanged. */
export async function writeBackup(options: {
  url: string
  file: string
  passphrase: string | undefined
  /** For the embedded database, lowers the priority of the PostgreSQL process that reads the data. */
  isEmbedded?: boolean
}): Promise<Summary & { bytes: number }> {
  const { url, passphrase } = options
  const file = resolve(options.file)
  const partialFile = `${file}.partial`
  let summary: Summary | undefined
  try {
    await withDedicatedConnection({ url, ...COPY_SESSION }, async (client, lost) => {
      if (options.isEmbedded) await lowerPriority(client)
      const source = async function* () {
        summary = yield* snapshot(client)
      }
      await pipeline(
        Readable.from(source(), { objectMode: false }),
        ...packTransforms(passphrase),
        // The rows include password hashes and phone numbers, so only this user may read the file.
        createWriteStream(partialFile, { mode: 0o600, flush: true }),
        { signal: lost },
      )
    })
    if (summary === undefined) throw new Error('The backup ended early')
    await rename(partialFile, file)
    // Flush the folder, so that the file keeps its new name after a crash.
    await using folder = await open(dirname(file))
    await folder.sync()
    return { ...summary, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(partialFile, { force: true }).catch(() => {})
    throw error
  }
}

async function lowerPriority(client: Connection): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    if (rows[0] !== undefined) setPriority(rows[0].pid, BACKUP_PRIORITY)
  } catch {
    // This fails if PostgreSQL runs as another OS user. The backup then keeps the normal priority.
  }
}

async function* snapshot(client: Connection): AsyncGenerator<Buffer, Summary, void> {
  const tablesToLock = await listTables(client)
  await client.query('begin isolation level repeatable read read only')
  // Lock the tables first. If a migration rewrote a table after the snapshot, the table would look empty.
  for (const { table } of tablesToLock) {
    await client.query(`lock table ${client.escapeIdentifier(table)} in access share mode`)
  }
  const header = await readHeader(client)
  yield jsonFrame(header)
  const tables = [...(await listTables(client)), { table: JOBS_TABLE, columns: JOB_COLUMNS }]
  let rows = 0
  for (const table of tables) {
    yield jsonFrame(table)
    const end = yield* readRows(client, table)
    yield jsonFrame(end)
    rows += end.rows
  }
  // Sequences are not part of the snapshot. Read them last, so that they are past all ids in the snapshot.
  yield jsonFrame({ sequences: await readSequences(client) })
  await client.query('commit')
  yield jsonFrame(END_MARKER)
  return { header, tables: tables.length - 1, rows }
}

async function readHeader(client: Connection): Promise<BackupHeader> {
  const { rows } = await client.query<Omit<BackupHeader, 'fourballBackup' | 'createdAt'>>(
    `select array(select hash from drizzle.__drizzle_migrations order by created_at) as migrations,
       exists (select from pg_stat_activity where datname = current_database()
         -- Each process has at least one of these sessions. A pooler keeps its own open after Fourball stops.
         and application_name in ('fourball live', 'fourball jobs')) as "wasInUse"`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('The database has no migrations')
  return { fourballBackup: FORMAT_VERSION, createdAt: new Date().toISOString(), ...found }
}

async function readSequences(client: Connection) {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences
     where schemaname = current_schema()`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
