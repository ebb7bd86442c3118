import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getTableConfig, getViewConfig, type PgColumn, PgTable, PgView } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertEvent } from '../../../contract/alerts.ts'
import { auditAction } from '../../../contract/audit.ts'
import { deliveryStatus, messageChannel } from '../../../contract/messages.ts'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'

const SERVER = join(import.meta.dirname, '../..')

/** Tables that no `schema.ts` defines, because only SQL uses them. */
const NOT_IN_CODE = [
  'idempotency_keys',
  'live_events',
  'schema_release',
  'sql_functions',
  'text_days',
]

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await cloneDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function lines(query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query, values)
  return rows.map(({ line }) => line).sort()
}

/** Returns everything that the `schema.ts` files export. */
async function exportsOfTables(): Promise<unknown[]> {
  const paths = await Array.fromAsync(glob('**/schema.ts', { cwd: SERVER }))
  const modules: object[] = await Promise.all(paths.map((path) => import(join(SERVER, path))))
  return modules.flatMap((module) => Object.values(module))
}

function columnLine(table: string, column: PgColumn): string {
  const hasDefault = column.hasDefault || column.generated !== undefined
  return [
    `${table}.${column.name} ${column.getSQLType()}`,
    ...(column.notNull ? ['not null'] : []),
    ...(hasDefault || column.generatedIdentity !== undefined ? ['default'] : []),
  ].join(' ')
}

test('defines tables in code with the same columns as in the database', async () => {
  const inCode = (await exportsOfTables()).flatMap((table) => {
    if (!(table instanceof PgTable)) return []
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => columnLine(name, column))
  })
  const inDatabase = await lines(
    `select concat_ws(' ', relname || '.' || attname, format_type(atttypid, atttypmod),
       case when attnotnull then 'not null' end,
       case when atthasdef or attidentity <> '' then 'default' end) as line
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
       and not attisdropped and relname <> all($1)`,
    [NOT_IN_CODE],
  )
  expect(inCode.sort()).toEqual(inDatabase)
})

test('defines views in code with columns that exist in the database', async () => {
  const inCode = (await exportsOfTables()).flatMap((view) => {
    if (!(view instanceof PgView)) return []
    const { name, selectedFields } = getViewConfig(view)
    return Object.values(selectedFields).map(
      (column) => `${name}.${(column as PgColumn).name} ${(column as PgColumn).getSQLType()}`,
    )
  })
  const inDatabase = await lines(
    `select relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) as line
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'v' and attnum > 0`,
  )
  expect(inCode).not.toEqual([])
  expect(inDatabase).toEqual(expect.arrayContaining(inCode))
})

test.each([
  ['deliveries_event_check', alertEvent.options],
  ['deliveries_status_check', deliveryStatus.options],
  ['deliveries_channel_check', messageChannel.options],
  ['audit_entries_action_check', auditAction.options],
])('%s allows the values in the contract', async (constraint, words) => {
  const [definition = ''] = await lines(
    'select pg_get_constraintdef(oid) as line from pg_constraint where conname = $1',
    [constraint],
  )
  const allowed = [...definition.matchAll(/'([^']+)'/g)].map(([, word]) => word)
  expect(allowed.sort()).toEqual([...words].sort())
})

/** Matches statements that remove something that nodes of the previous release may still use. */
const REMOVAL =
  /\b(DROP\s+(TABLE|COLUMN|VIEW|FUNCTION|TRIGGER|SEQUENCE)|RENAME|(ALTER|SET DATA)\s+(COLUMN\s+)?(\w+\s+)?(SET\s+DATA\s+)?TYPE)\b/i
const RAISES_OLDEST = /UPDATE schema_release SET oldest = '\d+\.\d+\.\d+'/

const withoutComments = (migration: string) => migration.replaceAll(/--.*/g, '')

const isSafe = (migration: string) =>
  !REMOVAL.test(withoutComments(migration)) || RAISES_OLDEST.test(migration)

const CREATED = /\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi
const LOCKED =
  /\b(?:(?:ALTER|DROP) TABLE (?:IF EXISTS )?(?:ONLY )?|REFERENCES |(?:INDEX|TRIGGER) [^;]*?\bON (?:ONLY )?)(\w+)/gi

/** Returns the tables that a migration locks and that nodes of the previous release may use. */
function lockedTables(migration: string): string[] {
  const namesIn = (pattern: RegExp) =>
    [...withoutComments(migration).matchAll(pattern)].map(([, name]) => name ?? '')
  return [...new Set(namesIn(LOCKED)).difference(new Set(namesIn(CREATED)))]
}

async function readMigrations() {
  const names = await Array.fromAsync(glob('0*.sql', { cwd: import.meta.dirname }))
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(import.meta.dirname, name), 'utf8'),
    })),
  )
}

test.each([
  ['ALTER TABLE spots ADD COLUMN cart int', true],
  ['-- Then DROP TABLE carts.\nCREATE TABLE tees (id int)', true],
  ['ALTER TABLE spots DROP COLUMN cart', false],
  ['DROP TABLE carts', false],
  ['ALTER TABLE spots RENAME cart TO buggy', false],
  ['ALTER TABLE spots RENAME COLUMN cart TO buggy', false],
  ['ALTER TABLE spots ALTER COLUMN cart TYPE text', false],
  ['ALTER TABLE spots ALTER cart SET DATA TYPE text', false],
  ["DROP TABLE carts;\nUPDATE schema_release SET oldest = '1.1.0'", true],
])('recognizes what breaks nodes of the previous release: %s', (migration, expected) => {
  expect(isSafe(migration)).toBe(expected)
})

test('raises the oldest release that can still run in each migration that removes something', async () => {
  const migrations = await readMigrations()
  expect(migrations.filter(({ sql }) => !isSafe(sql)).map(({ name }) => name)).toEqual([])
})

test.each([
  [
    'ALTER TABLE spots ADD COLUMN cart int;\nCREATE INDEX spots_cart_idx ON spots (cart)',
    ['spots'],
  ],
  ['CREATE TABLE carts (group_id int REFERENCES groups)', ['groups']],
  ['CREATE TABLE carts (id int);\nCREATE UNIQUE INDEX carts_id_key ON carts (id)', []],
  ['DROP TABLE IF EXISTS carts;\n-- and ALTER TABLE groups', ['carts']],
  ['DROP TRIGGER changed ON groups;\nALTER TABLE ONLY spots ADD cart int', ['groups', 'spots']],
])('recognizes which tables a migration locks: %s', (migration, tables) => {
  expect(lockedTables(migration)).toEqual(tables)
})

test('locks at most one table in each migration after the baseline', async () => {
  const [, ...migrations] = await readMigrations()
  expect(migrations.filter(({ sql }) => lockedTables(sql).length > 1)).toEqual([])
})

test('names constraints and indexes consistently', async () => {
  const names = await lines(
    `select relname || ' ' || conname as line from pg_constraint join pg_class on pg_class.oid = conrelid
       where connamespace = 'public'::regnamespace and contype <> 'n'
     union
     select tablename || ' ' || indexname from pg_indexes where schemaname = 'public'`,
  )
  expect(names.filter((name) => !/^(\w+) \1_(\w+_)?(pkey|key|fkey|check|idx)$/.test(name))).toEqual(
    [],
  )
})
