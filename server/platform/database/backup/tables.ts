import { createHash } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Connection, SessionOptions } from '../connection.ts'
import type { TableStart } from './format.ts'

/** A backup takes as long as it takes. Rows are always read in the order in which they are stored. */
export const COPY_SESSION = {
  name: 'fourball backup',
  connectMs: 10_000,
  statementMs: 0,
  settings: { client_encoding: 'UTF8', synchronize_seqscans: 'off' },
} satisfies Partial<SessionOptions>

/** The name under which a backup lists the waiting jobs of the queue, which is not one of our tables. */
export const JOBS = '(jobs)'

/**
 * The waiting jobs, with what `graphile_worker.add_job` needs to add them again: the queue's own tables
 * change with its version. Leaves out jobs of the schedule, which run again anyway, and failed ones.
 */
const READ_JOBS = `
  select t.identifier as task, j.payload, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts < j.max_attempts and (j.payload -> '_cron') is null
  order by j.id`

export const JOB_COLUMNS = ['task', 'payload', 'run_at', 'max_attempts', 'key', 'priority']

/** Our own tables: neither an extension's nor `live_events`, which a crash of PostgreSQL empties as well. */
const OURS = `relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
  -- Describes the functions of the code that runs, not the data. A start fills it in again.
  and relname <> 'sql_functions'
  and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`

/** Lists our tables with the columns that can be written. */
export async function listTables(client: Connection): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(`
    select relname as table, array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
    from pg_class where ${OURS} order by relname`)
  return rows
}

/** Rows are passed on in pieces of about this size. Bytes. */
const PIECE_BYTES = 64 * 1024

/** Yields a table's rows in COPY's text format. Returns how many there are, and the checksum of the text. */
export async function* readRows(client: Connection, { table, columns }: TableStart) {
  const source = table === JOBS ? `(${READ_JOBS})` : `${escapeIdentifier(table)} (${list(columns)})`
  const stream = client.query(copyTo(`copy ${source} to stdout`))
  const sum = createHash('sha256')
  let pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    sum.update(piece)
    pieces.push(piece)
    size += piece.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
  // The count arrives after the rows, and before the answer to another statement.
  await client.query('select')
  return { rows: stream.rowCount, sha256: sum.digest('hex') }
}

/** Returns names as a list for use in SQL. */
export function list(names: readonly string[]): string {
  return names.map(escapeIdentifier).join(', ')
}
