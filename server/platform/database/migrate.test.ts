import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cloneDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../system-tests/testing/database.ts'
import { startAndFail } from '../../system-tests/testing/server-process.ts'
import { RELEASE } from '../release.ts'
import { migrate } from './migrate.ts'

const databases: TestDatabase[] = []
let admin: Client

beforeEach(() => {
  admin = new Client()
})
afterEach(async () => {
  await admin.end()
  for (const database of databases.splice(0)) await database.drop()
})

async function connectAdmin(creating: Promise<TestDatabase>): Promise<string> {
  const database = await creating
  databases.push(database)
  admin = new Client({ connectionString: database.url })
  await admin.connect()
  return database.url
}

test('refuses to start code older than its database and names both versions', {
  tags: 'thorough',
}, async () => {
  const url = await connectAdmin(cloneDatabase())
  await migrate(url)
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  )
  const currentVersion = String((rows[0]?.n ?? 0) - 1).padStart(4, '0')
  const newerVersion = String(rows[0]?.n).padStart(4, '0')
  await admin.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of newer code', 9999999999999)",
  )
  const refusal = `This database is at migration ${newerVersion}, but this code only knows migrations up to ${currentVersion}. Start the newer code, or restore a backup from before the upgrade.`
  await expect(migrate(url)).rejects.toThrow(refusal)
  const { code, output } = await startAndFail({ DATABASE_URL: url })
  expect(code).toBe(1)
  expect(output).toBe(`Fourball cannot start. ${refusal}\n`)
})

test('refuses a database from before the baseline and says what to do', {
  tags: 'thorough',
}, async () => {
  const url = await connectAdmin(cloneDatabase())
  await admin.query("update drizzle.__drizzle_migrations set hash = 'of the first migration'")
  const refusal =
    'This database was created by an earlier version of Fourball that this version cannot upgrade: use an empty database or data directory, or start the earlier version again.'
  await expect(migrate(url)).rejects.toThrow(refusal)
  const { code, output } = await startAndFail({ DATABASE_URL: url })
  expect(code).toBe(1)
  expect(output).toBe(`Fourball cannot start. ${refusal}\n`)
})

test('runs on a database that a newer release has migrated and leaves its functions alone', async () => {
  const url = await connectAdmin(cloneDatabase())
  await admin.query(`
    update schema_release set newest = '99.0.0';
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of newer code', 9999999999999);
    create or replace function course_key(p_course text) returns text language sql immutable as
      $$ select upper(p_course) $$;
    update sql_functions set checksum = 'of newer code' where name = 'course_key';
    update sql_functions set unused_since = '99.0.0' where name = 'queue_delivery'`)
  await migrate(url)
  const { rows } = await admin.query(`
    select course_key('Links'), newest,
      (select unused_since from sql_functions where name = 'queue_delivery') from schema_release`)
  expect(rows).toEqual([{ course_key: 'LINKS', newest: '99.0.0', unused_since: null }])
})

test('refuses a database that needs a newer release and names both', async () => {
  const url = await connectAdmin(cloneDatabase())
  await admin.query("update schema_release set newest = '99.1.0', oldest = '99.0.0'")
  await expect(migrate(url)).rejects.toThrow(
    `This database needs Fourball 99.0.0 or newer, and this is ${RELEASE}. Start the newer release, or restore a backup from before the upgrade.`,
  )
})

test('records the release that migrated a database', async () => {
  const url = await connectAdmin(cloneDatabase())
  await admin.query("update schema_release set newest = '0.9.0', oldest = '0.9.0'")
  await migrate(url)
  const { rows } = await admin.query('select newest, oldest from schema_release')
  expect(rows).toEqual([{ newest: RELEASE, oldest: '0.9.0' }])
})

test('waits for a locked table, and blocks other transactions only briefly', {
  tags: 'thorough',
}, async () => {
  const url = await connectAdmin(cloneDatabase())
  await admin.query("delete from sql_functions where name = 'add_member_event'")
  await admin.query('begin')
  await admin.query('lock table group_members in row exclusive mode')
  const migrating = migrate(url)
  await sleep(2_500)
  // The migration pauses between its attempts to lock the table, so this transaction can lock the table, too.
  const other = new Client({ connectionString: url, statement_timeout: 5_000 })
  await other.connect()
  await other.query('begin')
  await other.query('lock table group_members in row exclusive mode')
  await other.query('rollback')
  await other.end()
  await admin.query('rollback')
  await migrating
  const { rows } = await admin.query("select from sql_functions where name = 'add_member_event'")
  expect(rows.length).toBe(1)
})

test('migrates an empty database only once when several nodes start together', async () => {
  const url = await connectAdmin(createEmptyDatabase())
  await Promise.all([migrate(url), migrate(url)])
  const { rows } = await admin.query<{ migrations: number; functions: boolean }>(
    `select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
       exists (select from sql_functions where name = 'queue_delivery') as functions`,
  )
  expect(rows).toEqual([{ migrations: 1, functions: true }])
})

test("lets the job queue's migrations and ours exceed the statement timeout", {
  tags: 'thorough',
}, async () => {
  const url = await connectAdmin(createEmptyDatabase())
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  await admin.query(`alter database ${rows[0]?.name} set statement_timeout = '1s'`)
  // Both the job queue's migrations and ours create a schema, so this trigger slows both down.
  await admin.query(`
    create function take_long() returns event_trigger language plpgsql as
      $$ begin perform pg_sleep(10.5); end $$`)
  await admin.query(
    `create event trigger slow on ddl_command_start when tag in ('CREATE SCHEMA')
     execute function take_long()`,
  )
  await migrate(url)
  await admin.query('drop event trigger slow')
  const created = await admin.query("select to_regclass('graphile_worker._private_jobs') as jobs")
  expect(created.rows).toEqual([{ jobs: 'graphile_worker._private_jobs' }])
})

test('does not let a migration wait forever for a lock', { tags: 'thorough' }, async () => {
  const url = await connectAdmin(cloneDatabase())
  await admin.query(
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
  )
  await admin.query('begin')
  await admin.query('lock table drizzle.__drizzle_migrations in access exclusive mode')
  await expect(migrate(url)).rejects.toThrow(/lock timeout/)
  await admin.query('rollback')
})
