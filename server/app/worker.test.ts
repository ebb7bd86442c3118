// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../platform/database/database.ts'
import {
  cloneDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../system-tests/testing/database.ts'
import { startAndFail, startServer, startWorker } from '../system-tests/testing/server-process.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = connect({ url: database.url })
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

async function countJobs(): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'purge_weather'",
  )
  return rows[0]?.n ?? 0
}

const addJobs = (n: number) =>
  db.execute(`select graphile_worker.add_job('purge_weather', '{}') from generate_series(1, ${n})`)

async function untilNoJobsAreLeft(): Promise<void> {
  while ((await countJobs()) > 0) await sleep(20)
}

test('exits when no database server is configured', async () => {
  const { code, output } = await startAndFail({}, 'worker')
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    'The Fourball worker cannot start. DATABASE_URL: must be set; with the embedded database, the app runs its own jobs',
  ])
})

test('reports a bad environment or an unreachable database in one line', async () => {
  for (const env of [
    { JOBS: 'maybe' },
    { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' },
    { DATABASE_URL: database.url, BACKUP_DIR: '/proc' },
  ]) {
    const { code, output } = await startAndFail(env, 'worker')
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).not.toContain('secret')
  }
})

test('shares jobs among workers when the app runs with JOBS=off', async () => {
  const env = { DATABASE_URL: database.url, JOBS: 'off' }
  const app = await startServer(env)
  expect((await app.phone().get('/readyz')).status).toBe(200)
  await addJobs(5)
  await sleep(300)
  expect(await countJobs()).toBe(5)

  const workers = await Promise.all([startWorker(env), startWorker(env)])
  await untilNoJobsAreLeft()
  await addJobs(200)
  await untilNoJobsAreLeft()
  expect(await workers[0]?.stop('SIGTERM')).toBe(0)
  await addJobs(5)
  await untilNoJobsAreLeft()
  expect(await workers[1]?.stop('SIGTERM')).toBe(0)
  for (const worker of workers) {
    // On a busy machine, a worker may log that a query was slow.
    const lines = worker.output().split('\n')
    expect(lines.filter((line) => !line.includes('A query was slow'))).toEqual([
      'The Fourball worker is ready',
      '',
    ])
  }
  expect(await app.stop()).toBe(0)
})

test('migrates an empty database when workers and an app start together', async () => {
  const empty = await createEmptyDatabase()
  const env = { DATABASE_URL: empty.url }
  const [app, ...workers] = await Promise.all([
    startServer(env),
    startWorker(env),
    startWorker(env),
  ])
  expect((await app.phone().get('/readyz')).status).toBe(200)
  for (const process of [...workers, app]) expect(await process.stop()).toBe(0)
  await empty.drop()
})
