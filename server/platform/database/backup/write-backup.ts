import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Connection } from '../connection.ts'
import { withOwnConnection } from '../own-connection.ts'
import {
  type BackupHeader,
  dataFrame,
  END,
  FORMAT,
  jsonFrame,
  type Sequences,
  type TableEnd,
} from './format.ts'
import { packing } from './pack.ts'
import { COPY_SESSION, JOB_COLUMNS, JOBS, listTables, readRows } from './tables.ts'

export interface BackupSummary {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
  /** The size of the file. */
  readonly bytes: number
}

export interface BackupOptions {
  readonly url: string
  readonly file: string
  readonly passphrase: string | undefined
  /** Whether the server's process runs on this machine, and may get a lower priority than the app's. */
  readonly isLocal?: boolean
}

/** The priority of a backup, from -20 (highest) to 19. */
const NICE = 15

/**
 * Writes a backup of one snapshot of the database. The app keeps running. Memory does not grow with the
 * database. `file` appears only when it is complete and on disk; until then, the rows are in `file`.partial.
 * @throws Error when it fails; the partial file is then gone, and an earlier `file` is unchanged
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { url, passphrase } = options
  const file = resolve(options.file)
  const partial = `${file}.partial`
  let summary: Omit<BackupSummary, 'bytes'> | undefined
  try {
    await withOwnConnection({ url, ...COPY_SESSION }, async (client, lost) => {
      if (options.isLocal) await lowerPriority(client)
      const frames = snapshot(client)
      const source = async function* () {
        summary = yield* frames
      }
      await pipeline(
        Readable.from(source(), { objectMode: false }),
        ...packing(passphrase),
        // The rows include password hashes and phone numbers. `flush` waits for the disk.
        createWriteStream(partial, { mode: 0o600, flush: true }),
        { signal: lost },
      )
    })
    if (summary === undefined) throw new Error('The backup ended early')
    await rename(partial, file)
    await syncFolder(dirname(file))
    return { ...summary, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
}

/** Lets the app's sessions go first when they need the same core. Not possible for another user's server. */
async function lowerPriority(client: Connection): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    if (rows[0] !== undefined) setPriority(rows[0].pid, NICE)
  } catch {
    // The backup then competes with the app as an equal.
  }
}

/** Yields the frames of a backup. Returns what they contain. */
async function* snapshot(
  client: Connection,
): AsyncGenerator<Buffer, Omit<BackupSummary, 'bytes'>, void> {
  const expected = await listTables(client)
  await client.query('begin isolation level repeatable read read only')
  // A migration that rewrites a table would make it look empty to an older snapshot, so lock first.
  for (const { table } of expected) {
    await client.query(`lock table ${client.escapeIdentifier(table)} in access share mode`)
  }
  const header = await readHeader(client)
  yield jsonFrame(header)
  const tables = [...(await listTables(client)), { table: JOBS, columns: JOB_COLUMNS }]
  let rows = 0
  for (const table of tables) {
    yield jsonFrame(table)
    const reading = readRows(client, table)
    let next = await reading.next()
    for (; !next.done; next = await reading.next()) yield dataFrame(next.value)
    yield jsonFrame(next.value satisfies TableEnd)
    rows += next.value.rows
  }
  // Sequences ignore snapshots. Read last, they are beyond every id in the rows.
  yield jsonFrame({ sequences: await readSequences(client) })
  await client.query('commit')
  yield jsonFrame(END)
  return { header, tables: tables.length - 1, rows }
}

async function readHeader(client: Connection): Promise<BackupHeader> {
  const { rows } = await client.query<Omit<BackupHeader, 'fourballBackup' | 'createdAt'>>(
    `select array(select hash from drizzle.__drizzle_migrations order by created_at) as migrations,
       exists (select from pg_stat_activity where datname = current_database()
         and application_name like 'fourball%' and application_name <> $1) as "wasInUse"`,
    [COPY_SESSION.name],
  )
  const [found] = rows
  if (found === undefined) throw new Error('The database has no migrations')
  return { fourballBackup: FORMAT, createdAt: new Date().toISOString(), ...found }
}

async function readSequences(client: Connection): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences
     where schemaname = current_schema()`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Waits until the new name of a file in this folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
