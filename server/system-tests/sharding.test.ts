import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './testing/database.ts'
import { CENTRAL_TABLES, GROUP_TABLES, REFERENCE_TABLES } from './testing/shards.ts'

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

async function queryLines(query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query, values)
  return rows.map(({ line }) => line).sort()
}

/** Returns SQL for the names of a table's columns. `numbers` is SQL for an array of the columns' numbers. */
const columnNamesSql = (relation: string, numbers: string) => `array(
  select attname::text from unnest(${numbers}) with ordinality as key (number, place)
  join pg_attribute on attrelid = ${relation} and attnum = key.number order by key.place)`

/** Returns the unique keys without `group_id` that group tables have. Each line is a table and an index. */
const keysAcrossGroups = () =>
  queryLines(
    `select indrelid::regclass || ' ' || indexrelid::regclass as line from pg_index
     where indisunique and indrelid = any($1::regclass[])
       and 'group_id' <> all(${columnNamesSql('indrelid', 'indkey::int2[]')})`,
    [GROUP_TABLES],
  )

/**
 * Returns the foreign keys that a distributed database could not check: those from a group table to a central
 * table, from another table to a group table, or between group tables without matching `group_id` columns.
 */
const referencesAcrossGroups = () =>
  queryLines(
    `select conrelid::regclass || ' ' || conname as line from pg_constraint
     cross join lateral (select ${columnNamesSql('conrelid', 'conkey')} as own,
       ${columnNamesSql('confrelid', 'confkey')} as referenced) columns
     where contype = 'f' and case
       when confrelid <> all($1::regclass[])
         then conrelid = any($1::regclass[]) and confrelid <> all($2::regclass[])
       else conrelid <> all($1::regclass[])
         or array_position(own, 'group_id') is null
         or array_position(own, 'group_id') is distinct from array_position(referenced, 'group_id')
     end`,
    [GROUP_TABLES, REFERENCE_TABLES],
  )

test('classifies every table', async () => {
  const classified = [
    ...GROUP_TABLES,
    ...REFERENCE_TABLES,
    ...Object.values(CENTRAL_TABLES).flat(),
  ].sort()
  const tables = await queryLines(
    `select relname as line from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(tables).toEqual(classified)
})

test('has a group_id in every group table', async () => {
  const tables = await queryLines(
    `select attrelid::regclass::text as line from pg_attribute
     where attrelid = any($1::regclass[]) and attname = 'group_id' and attnotnull`,
    [GROUP_TABLES],
  )
  expect(tables).toEqual(GROUP_TABLES)
})

test('has group_id in every unique key of a group table', async () => {
  expect(await keysAcrossGroups()).toEqual([])
})

test('has only foreign keys that a distributed database could check', async () => {
  expect(await referencesAcrossGroups()).toEqual([])
})

test('detects keys and foreign keys that a distributed database could not check', async () => {
  await client.query('begin')
  try {
    await client.query('create unique index saved_alerts_id_key on saved_alerts (id)')
    await client.query('alter table spots add alert_id int references saved_alerts (id)')
    await client.query('alter table weather_checks add session_id text references sessions')
    await client.query(`alter table sessions add tee_time_id int, add group_id int,
      add foreign key (tee_time_id, group_id) references tee_times (id, group_id)`)
    expect(await keysAcrossGroups()).toEqual(['saved_alerts saved_alerts_id_key'])
    expect(await referencesAcrossGroups()).toEqual([
      'sessions sessions_tee_time_id_group_id_fkey',
      'spots spots_alert_id_fkey',
      'weather_checks weather_checks_session_id_fkey',
    ])
  } finally {
    await client.query('rollback')
  }
})
