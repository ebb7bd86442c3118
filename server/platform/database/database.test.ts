import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { register as processRegistry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import type { SlowStatement } from './connection.ts'
import { connect, type Database, ping } from './database.ts'

let database: TestDatabase
let db: Database
const lostConnections: string[] = []
const slowStatements: SlowStatement[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  // Only one connection, so that a caller that does not release it blocks all others.
  db = connect({
    url: database.url,
    poolSize: 1,
    onConnectionLost: (error) => lostConnections.push(error.message),
    onSlow: (statement) => slowStatements.push(statement),
  })
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

async function endConnections(): Promise<void> {
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await admin.end()
}

test('fails only the transaction whose connection breaks', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await endConnections()
    await tx.execute(sql`select 2`)
  })
  await expect(transaction).rejects.toMatchObject({ query: 'select 2' })
  // The statement may fail before the connection has closed.
  await expect.poll(() => lostConnections).not.toEqual([])
  await ping(db)
})

test('throws the original error even when the connection is too broken to roll back', async () => {
  const full = new Error('The tee time is full')
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await endConnections()
    throw full
  })
  await expect(transaction).rejects.toBe(full)
  await ping(db)
})

test('replaces a connection that breaks while idle', async () => {
  await ping(db)
  await endConnections()
  await expect.poll(() => db.$client.idleCount).toBe(0)
  await ping(db)
})

test('replaces a connection to a read-only server, as after a failover', async () => {
  await db.execute(sql`create table greens (number int)`)
  // A standby refuses writes with the same error.
  const readOnly = sql`set session characteristics as transaction read only`
  const write = () => db.execute(sql`insert into greens values (18)`)
  await db.execute(readOnly)
  await expect(write()).rejects.toMatchObject({ cause: { code: '25006' } })
  await write()
  await db.execute(readOnly)
  await expect(
    db.transaction((tx) => tx.execute(sql`insert into greens values (19)`)),
  ).rejects.toMatchObject({ cause: { code: '25006' } })
  await write()
})

test('releases the connection of a transaction that cannot start', async () => {
  const failingStart = db.transaction(async () => {}, {
    isolationLevel: 'no such' as 'serializable',
  })
  await expect(failingStart).rejects.toMatchObject({ query: expect.stringContaining('begin') })
  await ping(db)
})

test('commits a transaction whose work succeeds and rolls back one that fails', async () => {
  await db.execute(sql`create table holes (number int)`)
  expect(
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into holes values (18)`)
      return 'kept'
    }),
  ).toBe('kept')
  const failingTransaction = db.transaction(async (tx) => {
    await tx.execute(sql`insert into holes values (19)`)
    throw new Error('There are only 18')
  })
  await expect(failingTransaction).rejects.toThrow('There are only 18')
  expect((await db.execute(sql`select number from holes`)).rows).toEqual([{ number: 18 }])
})

test('reports slow statements without their values, even failed ones and in a transaction', async () => {
  const slowQuery = sql`select pg_sleep(0.6), ${'a private value'}::text`
  slowStatements.length = 0
  await ping(db)
  await db.execute(slowQuery)
  await db.transaction((tx) => tx.execute(slowQuery))
  await expect(db.execute(sql`select pg_sleep(0.6), 1 / (${0} * random())`)).rejects.toThrow()
  expect(slowStatements).toEqual([
    { query: 'select pg_sleep(0.6), $1::text', ms: expect.any(Number) },
    { query: 'select pg_sleep(0.6), $1::text', ms: expect.any(Number) },
    { query: 'select pg_sleep(0.6), 1 / ($1 * random())', ms: expect.any(Number) },
  ])
  expect(Math.min(...slowStatements.map(({ ms }) => ms))).toBeGreaterThanOrEqual(500)
})

test('measures how long callers wait for a connection', async () => {
  const countLongWaits = async () => {
    const text = await processRegistry.getSingleMetricAsString('fourball_database_wait_seconds')
    const number = (series: string) => Number(text.split(`${series} `)[1]?.split('\n')[0])
    return (
      number('fourball_database_wait_seconds_count') -
      number('fourball_database_wait_seconds_bucket{le="0.1"}')
    )
  }
  const before = await countLongWaits()
  await Promise.all([1, 2].map(() => db.execute(sql`select pg_sleep(0.2)`)))
  expect(await countLongWaits()).toBe(before + 1)
})
