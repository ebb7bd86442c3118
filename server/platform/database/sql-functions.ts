import { hash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseError } from 'pg'
import { compareReleases } from '../release.ts'
import { type Connection, withTransaction } from './connection.ts'

type SqlFunction = Awaited<ReturnType<typeof readSqlFunctions>>[number]

const CREATE_STATEMENT = /^CREATE OR REPLACE (FUNCTION|VIEW) (\w+)/gm

/** @throws Error when a file does not create exactly one function or view with the same name as the file */
export async function readSqlFunctions(folder: string, newestMigration: string) {
  const paths = await Array.fromAsync(glob('**/functions/*.sql', { cwd: folder }))
  return Promise.all(
    paths.sort().map(async (path) => {
      const sql = await readFile(join(folder, path), 'utf8')
      const name = basename(path, '.sql')
      const [created, ...others] = sql.matchAll(CREATE_STATEMENT)
      if (created?.[2] !== name || others.length > 0)
        throw new Error(`${path} must create one function or view, called ${name}`)
      const isView = created[1] === 'VIEW'
      // A migration may change the tables of a view, so replace all views after each new migration.
      const checksum = hash('sha256', isView ? sql + newestMigration : sql)
      return { name, isView, sql, checksum }
    }),
  )
}

interface AppliedFunction {
  readonly name: string
  readonly checksum: string
  readonly unused_since: string | null
}

/**
 * Creates or replaces the functions and views that have changed. Changes them in place, because nodes of the
 * previous release still use them. First replaces each view in its own transaction (see `applyMigrations`),
 * so a view cannot use a function. Then replaces all functions in one transaction, since functions may call
 * each other. Functions and views that this release no longer has are marked as unused, and the next release
 * drops them.
 * @throws Error when a file changes a function's signature or removes a view's columns
 */
export async function applySqlFunctions(
  client: Connection,
  functions: readonly SqlFunction[],
  release: string,
): Promise<void> {
  const { rows } = await client.query<AppliedFunction>(
    `select name, checksum, unused_since from sql_functions
     where to_regclass(quote_ident(name)) is not null or to_regproc(quote_ident(name)) is not null`,
  )
  // A function that is marked as unused never counts as up to date. Replacing the function removes the mark.
  const appliedChecksums = new Map(rows.map((one) => [one.name, one.unused_since ?? one.checksum]))
  const changedFunctions = functions.filter(
    ({ name, checksum }) => appliedChecksums.get(name) !== checksum,
  )
  const unused = rows.filter((one) => !functions.some(({ name }) => name === one.name))
  const newlyUnused = unused.filter(({ unused_since }) => unused_since === null)
  const toDrop = unused.filter(({ unused_since: since }) => since !== null && since !== release)
  if (changedFunctions.length + newlyUnused.length + toDrop.length === 0) return

  for (const view of changedFunctions.filter(({ isView }) => isView))
    await withTransaction(client, () => replace(client, [view]))
  await withTransaction(client, async () => {
    // Function bodies may refer to functions that are created later.
    await client.query('set local check_function_bodies = off')
    await drop(client, namesOf(toDrop))
    await client.query('delete from sql_functions where name = any($1)', [namesOf(toDrop)])
    await raiseOldestRelease(client, toDrop)
    await replace(
      client,
      changedFunctions.filter(({ isView }) => !isView),
    )
    const markUnusedStatement = 'update sql_functions set unused_since = $2 where name = any($1)'
    await client.query(markUnusedStatement, [namesOf(newlyUnused), release])
  })
}

function namesOf(functions: readonly { readonly name: string }[]): string[] {
  return functions.map(({ name }) => name)
}

/** Raises `schema_release.oldest`: releases that use the dropped functions can no longer run here. */
async function raiseOldestRelease(client: Connection, toDrop: readonly AppliedFunction[]) {
  const { rows } = await client.query<{ oldest: string }>('select oldest from schema_release')
  const releases = [...rows.map(({ oldest }) => oldest), ...toDrop.map((one) => one.unused_since)]
  const knownReleases = releases.filter((one) => one !== null)
  const raisedOldest = knownReleases.toSorted(compareReleases).at(-1)
  await client.query('update schema_release set oldest = $1 where oldest <> $1', [raisedOldest])
}

/** The SQLSTATEs for a changed return type or parameter name, and for a view that loses columns. */
const SIGNATURE_CHANGES = new Set(['42P13', '42P16'])

async function replace(
  client: Connection,
  changedFunctions: readonly SqlFunction[],
): Promise<void> {
  for (const one of changedFunctions) await replaceOne(client, one)
  await client.query(
    `insert into sql_functions (name, checksum) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set checksum = excluded.checksum, unused_since = null`,
    [namesOf(changedFunctions), changedFunctions.map(({ checksum }) => checksum)],
  )
}

async function replaceOne(client: Connection, { name, sql }: SqlFunction): Promise<void> {
  const signatureMessage =
    `${name}.sql changes the parameters or the result of ${name}, which nodes of the previous release ` +
    `still use: give the new one another name. If ${name} was never released, drop it from this database by hand`
  await client.query(sql).catch((cause: unknown) => {
    const cannotReplace = cause instanceof DatabaseError && SIGNATURE_CHANGES.has(cause.code ?? '')
    throw cannotReplace ? new Error(`${signatureMessage} (${cause.message})`, { cause }) : cause
  })
  const { rows } = await client.query<{ signatures: number }>(
    `select count(*)::int as signatures from pg_proc
     where pronamespace = current_schema()::regnamespace and proname = $1`,
    [name],
  )
  if (Number(rows[0]?.signatures) > 1) throw new Error(signatureMessage)
}

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
