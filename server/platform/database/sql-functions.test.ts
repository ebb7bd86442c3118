import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { Connection } from './connection.ts'
import { applySqlFunctions, readSqlFunctions } from './sql-functions.ts'

const SERVER_FOLDER = join(import.meta.dirname, '../..')
const CREATE_PAR = 'CREATE OR REPLACE FUNCTION par() RETURNS int LANGUAGE sql AS $$ SELECT 72 $$;'

let database: TestDatabase
let client: Connection
let folder: string

beforeEach(async () => {
  database = await cloneDatabase()
  client = new Connection({ connectionString: database.url })
  await client.connect()
  await client.query('truncate sql_functions')
  folder = await mkdtemp(join(tmpdir(), 'fourball-functions-'))
  await mkdir(join(folder, 'courses/functions'), { recursive: true })
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) =>
  writeFile(join(folder, 'courses/functions', `${name}.sql`), sql)
const apply = async ({ newestMigration = 'baseline', release = '1.1.0' } = {}) =>
  applySqlFunctions(client, await readSqlFunctions(folder, newestMigration), release)

async function queryValue(query: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select (${query}) as value`)
  return rows[0]?.value
}

async function readSchema(): Promise<unknown[]> {
  const { rows } = await client.query(`
    select oid, xmin::text, proname as name from pg_proc where pronamespace = 'public'::regnamespace
    union all select oid, xmin::text, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all select oid, xmin::text, tgname from pg_trigger where not tgisinternal
    order by name, oid`)
  return rows
}

test('changes nothing when the functions are applied again', async () => {
  const functions = await readSqlFunctions(SERVER_FOLDER, 'baseline')
  await applySqlFunctions(client, functions, '1.1.0')
  const before = await readSchema()
  await applySqlFunctions(client, functions, '1.1.0')
  expect(await readSchema()).toEqual(before)
})

test('has a valid file for every function and view, except functions that constraints use', async () => {
  const functions = await readSqlFunctions(SERVER_FOLDER, 'baseline')
  const { rows } = await client.query<{ name: string }>(`
    select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      and not exists (select from pg_depend
        where refobjid = p.oid and classid = 'pg_constraint'::regclass)
    union all select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
    order by name`)
  expect(rows.map(({ name }) => name)).toEqual(functions.map(({ name }) => name).sort())
  for (const { sql } of functions) await client.query(sql)
})

test('replaces only a changed function, in place', async () => {
  await write('par', CREATE_PAR)
  await write('holes', CREATE_PAR.replace('par', 'holes').replace('72', '18'))
  await apply()
  const holesVersion = () => queryValue("select xmin::text from pg_proc where proname = 'holes'")
  const before = [await holesVersion(), await queryValue("select 'par'::regproc::oid")]

  await write('par', CREATE_PAR.replace('72', '71'))
  await apply()
  expect(await queryValue('par()')).toBe(71)
  expect([await holesVersion(), await queryValue("select 'par'::regproc::oid")]).toEqual(before)
})

test.each([
  ['parameters', CREATE_PAR.replace('par()', 'par(p_holes int)')],
  ['return type', CREATE_PAR.replace('int L', 'text L').replace('72', "'36'")],
])('refuses a function whose %s changed and keeps the old one', async (_, changed) => {
  await write('par', CREATE_PAR)
  await apply()
  await write('par', changed)
  await expect(apply({ release: '1.2.0' })).rejects.toThrow(
    'par.sql changes the parameters or the result of par, which nodes of the previous release still use: give the new one another name',
  )
  expect(await queryValue('par()')).toBe(72)
  expect(await queryValue("select count(*)::int from pg_proc where proname = 'par'")).toBe(1)
})

test('lets a view gain columns but not lose any', async () => {
  await write('hole', 'CREATE OR REPLACE VIEW hole AS SELECT 4 AS par;')
  await apply()
  await write('hole', 'CREATE OR REPLACE VIEW hole AS SELECT 4 AS par, 380 AS yards;')
  await apply()
  expect(await queryValue('select yards from hole')).toBe(380)
  await write('hole', 'CREATE OR REPLACE VIEW hole AS SELECT 380 AS yards;')
  await expect(apply()).rejects.toThrow('give the new one another name')
  expect(await queryValue('select par from hole')).toBe(4)
})

test('drops a function, with its triggers, one release after the one that stopped using it', async () => {
  await client.query('create table rounds (strokes int)')
  await write(
    'no_ace',
    `CREATE OR REPLACE FUNCTION no_ace() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RETURN CASE WHEN NEW.strokes > 1 THEN NEW END; END $$;
     CREATE OR REPLACE TRIGGER round_played BEFORE INSERT ON rounds
       FOR EACH ROW EXECUTE FUNCTION no_ace();`,
  )
  await apply()
  const playAce = async () => {
    await client.query('insert into rounds values (1)')
    return queryValue('select count(*)::int from rounds')
  }
  expect(await playAce()).toBe(0)

  await rm(join(folder, 'courses/functions/no_ace.sql'))
  await apply({ release: '1.2.0' })
  await apply({ release: '1.2.0' })
  expect(await playAce()).toBe(0)
  expect(await queryValue('select oldest from schema_release')).toBe('1.0.0')

  await apply({ release: '1.3.0' })
  expect(await playAce()).toBe(1)
  expect(await queryValue("select count(*)::int from pg_proc where proname = 'no_ace'")).toBe(0)
  expect(await queryValue('select oldest from schema_release')).toBe('1.2.0')
})

test('keeps a function that is used again', async () => {
  await write('par', CREATE_PAR)
  await apply()
  await rm(join(folder, 'courses/functions/par.sql'))
  await apply({ release: '1.2.0' })
  await write('par', CREATE_PAR)
  await apply({ release: '1.3.0' })
  expect(await queryValue("select unused_since from sql_functions where name = 'par'")).toBeNull()
  expect(await queryValue('par()')).toBe(72)
})

test('creates a function again after a migration dropped it', async () => {
  await write('par', CREATE_PAR)
  await apply()
  await client.query('drop function par')
  await apply()
  expect(await queryValue('par()')).toBe(72)
})

test('updates a view and the functions returning its rows when a migration adds columns', async () => {
  await client.query('create table courses (name text)')
  await write('a_course', 'CREATE OR REPLACE VIEW a_course AS SELECT * FROM courses;')
  await write(
    'all_courses',
    `CREATE OR REPLACE FUNCTION all_courses() RETURNS SETOF a_course LANGUAGE sql AS $$
       SELECT * FROM a_course $$;`,
  )
  await apply()
  await client.query("insert into courses values ('Kananaskis')")
  expect(await queryValue('select to_jsonb(a) from all_courses() a')).toEqual({
    name: 'Kananaskis',
  })

  await client.query('alter table courses add column holes int default 18')
  await apply({ newestMigration: 'one more migration' })
  const expectedRow = { name: 'Kananaskis', holes: 18 }
  expect(await queryValue('select to_jsonb(a) from all_courses() a')).toEqual(expectedRow)
})

test('applies no function when one of them fails', async () => {
  await write('par', CREATE_PAR)
  await write('par_of', 'CREATE OR REPLACE VIEW par_of AS SELECT * FROM no_such_table;')
  await expect(apply()).rejects.toThrow('no_such_table')
  expect(await queryValue("select count(*)::int from pg_proc where proname = 'par'")).toBe(0)
  expect(await queryValue('select count(*)::int from sql_functions')).toBe(0)
})

test.each([
  ['a different name', CREATE_PAR.replace('par', 'bogey')],
  ['two functions', `${CREATE_PAR}\n${CREATE_PAR.replace('par', 'bogey')}`],
  ['no function', 'SELECT 1;'],
])('refuses a file with %s', async (_, sql) => {
  await write('par', sql)
  await expect(apply()).rejects.toThrow(
    'courses/functions/par.sql must create one function or view, called par',
  )
})
