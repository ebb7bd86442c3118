import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { connect, type Database, inTransaction } from './database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createEmptyDatabase()
  db = connect({ url: database.url })
  await db.execute(sql`create table holes (id int primary key, strokes int not null)`)
  await db.execute(sql`insert into holes values (1, 0), (2, 0)`)
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

test('completes both of two transactions that deadlock', async () => {
  const bothArrived = Promise.withResolvers<void>()
  let arrivedCount = 0
  let beginCount = 0
  const play = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      beginCount += 1
      await tx.execute(sql`update holes set strokes = strokes + 1 where id = ${first}`)
      arrivedCount += 1
      if (arrivedCount === 2) bothArrived.resolve()
      await bothArrived.promise
      await tx.execute(sql`update holes set strokes = strokes + 1 where id = ${second}`)
    })
  await Promise.all([play(1, 2), play(2, 1)])
  // Without a retry, each transaction would have begun only once.
  expect(beginCount).toBeGreaterThan(2)
  const { rows } = await db.execute(sql`select strokes from holes order by id`)
  expect(rows).toEqual([{ strokes: 2 }, { strokes: 2 }])
})

test('throws any other error without a retry', async () => {
  let beginCount = 0
  const failing = inTransaction(db, async (tx) => {
    beginCount += 1
    await tx.execute(sql`insert into holes values (1, 0)`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(beginCount).toBe(1)
})

test('throws the last error when all attempts fail', async () => {
  let beginCount = 0
  const failing = inTransaction(db, async (tx) => {
    beginCount += 1
    await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '40001' } })
  expect(beginCount).toBe(8)
})

test('prepares a statement again after a migration changes its columns', async () => {
  await db.execute(sql`create table rounds as select 72 as strokes`)
  const statement = { name: 'all_rounds', text: 'select * from rounds' }
  const read = async () => (await db.$client.query<object>(statement)).rows
  const readAll = () => Promise.all(Array.from({ length: 16 }, read))
  await readAll()
  await db.execute(sql`alter table rounds add column putts int default 30`)
  expect(await readAll()).toEqual(Array.from({ length: 16 }, () => [{ strokes: 72, putts: 30 }]))
})

test('retries a transaction after a migration changes the columns of a prepared statement', async () => {
  await db.execute(sql`create table scores as select 72 as strokes`)
  const read = () =>
    inTransaction(db, (tx) =>
      tx.select({ strokes: sql`strokes` }).from(sql`scores`).prepare('all_scores').execute(),
    )
  await Promise.all(Array.from({ length: 16 }, read))
  await db.execute(sql`alter table scores alter column strokes type text`)
  const all = await Promise.all(Array.from({ length: 16 }, read))
  expect(all).toEqual(Array.from({ length: 16 }, () => [{ strokes: '72' }]))
})

/** Resolves when a statement waits for a lock. */
async function untilStatementWaits(client: Client): Promise<void> {
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
}

test('repeats a single statement that deadlocks with a migration', async () => {
  await db.execute(sql`create table clubs as select 14 as clubs`)
  await db.execute(sql`create table bags as select 1 as bags`)
  const migration = new Client({ connectionString: database.url })
  await migration.connect()
  await migration.query('begin')
  await migration.query('lock table clubs in access exclusive mode')
  // Locks `bags` first, then waits for `clubs`.
  const read = db.$client.query<object>('select bags, clubs from bags, clubs')
  await untilStatementWaits(migration)
  const deadlocking = migration
    .query('lock table bags in access exclusive mode')
    .catch(() => 'deadlock')
  await sleep(2_000)
  await migration.query('rollback')
  await deadlocking
  expect((await read).rows).toEqual([{ bags: 1, clubs: 14 }])
  await migration.end()
})

test('repeats a function that was running when a migration added a column to its result', async () => {
  await db.execute(sql`create table greens as select 1 as id`)
  await db.execute(sql`create view pins as select 1 as id`)
  await db.execute(sql`create function read_pins() returns setof pins language plpgsql as $$ begin
    perform from greens for update;
    return query select * from pins;
  end $$`)
  const migration = new Client({ connectionString: database.url })
  await migration.connect()
  await migration.query('begin')
  await migration.query('select from greens for update')
  const read = db.$client.query<object>('select id from read_pins()')
  await untilStatementWaits(migration)
  await migration.query('create or replace view pins as select 1 as id, 9 as depth')
  await migration.query('commit')
  expect((await read).rows).toEqual([{ id: 1 }])
  await migration.end()
})
