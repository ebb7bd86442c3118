import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Connection } from './connection.ts'

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
 * Replaces the functions and views that have changed since they were applied, and drops those that no
 * longer exist, in one transaction. Does nothing when nothing has changed. Views are created first, so
 * they cannot use the functions.
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
  const names = new Set(functions.map(({ name }) => name))
  const gone = [...applied.keys()].filter((name) => !names.has(name))
  if (changed.length + gone.length === 0) return

  // A function may return rows of a view, so replacing a view means replacing everything.
  const replaced = changed.some(({ isView }) => isView) ? functions : changed
  const made = replaced.toSorted((one, other) => Number(other.isView) - Number(one.isView))
  await client.query('begin')
  try {
    // Function bodies may refer to functions that are created later.
    await client.query('set local check_function_bodies = off')
    await drop(client, [...gone, ...made.map(({ name }) => name)])
    for (const { sql } of made) await client.query(sql)
    await client.query('delete from sql_functions where name = any($1)', [
      [...gone, ...made.map(({ name }) => name)],
    ])
    await client.query(
      'insert into sql_functions (name, checksum) select * from unnest($1::text[], $2::text[])',
      [made.map(({ name }) => name), made.map(({ checksum }) => checksum)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Drops views, and functions with all their signatures and triggers. CREATE OR REPLACE alone cannot
 * change a function's return type or remove a view's column, and it keeps the old function when the
 * signature changes.
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
