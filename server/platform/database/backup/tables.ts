import { createHash } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Connection, SessionOptions } from '../connection.ts'
import { dataFrame, type TableEnd, type TableStart } from './format.ts'

/** Without `synchronize_seqscans`, rows come in stored order, so restored tables have the same checksum. */
export const COPY_SESSION = {
  name: 'fourball backup',
  connectMs: 10_000,
  statementMs: 0,
  settings: { client_encoding: 'UTF8', synchronize_seqscans: 'off' },
} satisfies Partial<SessionOptions>

/** The priority of a backup's processes, from -20 (highest) to 19 (lowest). It is lower than the app's. */
export const BACKUP_PRIORITY = 15

/** In a backup, the jobs in the queue are stored under this name, like the rows of a table. */
export const JOBS_TABLE = '(jobs)'

/**
 * Selects the unfinished jobs as arguments for `graphile_worker.add_job`, because the queue's own tables
 * change between its versions. Excludes failed jobs, and scheduled ones, which the schedule adds again.
 */
const READ_JOBS = `
  select t.identifier as task, j.payload, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts < j.max_attempts and (j.payload -> '_cron') is null
  order by j.id`

export const JOB_COLUMNS = ['task', 'payload', 'run_at', 'max_attempts', 'key', 'priority']

/** Excludes the tables of extensions, and the unlogged `live_events`, which a crash empties anyway. */
const OUR_TABLES_CONDITION = `relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
  -- sql_functions describes the functions of the running release, not data. Every start fills it again.
  and relname <> 'sql_functions'
  and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`

export async function listTables(client: Connection): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(`
    select relname as table, array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
    from pg_class where ${OUR_TABLES_CONDITION} order by relname`)
  return rows
}

/** Yields the rows of a table as frames of a backup. Returns their count and checksum. */
export async function* readRows(
  client: Connection,
  { table, columns }: TableStart,
): AsyncGenerator<Buffer, TableEnd> {
  const source =
    table === JOBS_TABLE
      ? `(${READ_JOBS})`
      : `${escapeIdentifier(table)} (${quoteIdentifiers(columns)})`
  const stream = client.query(copyTo(`copy ${source} to stdout`))
  const sum = createHash('sha256')
  // A piece has all the rows that have arrived, usually tens of kilobytes.
  for await (const piece of stream) {
    sum.update(piece)
    yield dataFrame(piece)
  }
  // The row count arrives after the rows. Waiting for another statement makes sure that it is there.
  await client.query('select')
  return { rows: stream.rowCount, sha256: sum.digest('hex') }
}

export function quoteIdentifiers(names: readonly string[]): string {
  return names.map(escapeIdentifier).join(', ')
}
