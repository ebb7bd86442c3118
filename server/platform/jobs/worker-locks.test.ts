// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { openTcpProxy } from '../../system-tests/testing/tcp-proxy.ts'
import { createLog } from '../log.ts'
import { workJobs } from './work-jobs.ts'
import { startWorkerLocks, type WorkerLocks } from './worker-locks.ts'

const CHECK_INTERVAL_MS = 100

let database: TestDatabase
let pool: Pool
const toStop: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  database = await cloneDatabase()
  pool = new Pool({ connectionString: database.url })
  pool.on('error', () => {})
})
afterEach(async () => {
  for (const one of toStop.splice(0)) await one.stop()
  await pool.end()
  await database.drop()
})

function startLocks(
  freedWorkerIds: string[] = [],
  checkIntervalMs = CHECK_INTERVAL_MS,
): WorkerLocks {
  const locks = startWorkerLocks({
    url: database.url,
    checkIntervalMs,
    onFreed: (workerIds) => freedWorkerIds.push(...workerIds),
  })
  toStop.push(locks)
  return locks
}

/** Adds a job that looks as if a worker is running its second attempt. Returns the job's id. */
async function addRunningJob(workerId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from graphile_worker.add_job('a_task', '{}')",
  )
  await pool.query(
    `update graphile_worker._private_jobs
     set locked_by = $1, locked_at = now(), attempts = 2 where id = $2`,
    [workerId, rows[0]?.id],
  )
  return rows[0]?.id ?? ''
}

async function stateOf(id: string) {
  const { rows } = await pool.query<{ locked_by: string | null; attempts: number; due: boolean }>(
    'select locked_by, attempts, run_at <= now() as due from graphile_worker.jobs where id = $1',
    [id],
  )
  return rows[0]
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

async function takeLock(locks: WorkerLocks, workerId: string): Promise<void> {
  locks.take(workerId)
  await until(() => locks.holds(workerId))
}

async function connectionPids(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'fourball worker locks'`,
  )
  return rows.map(({ pid }) => pid)
}

test('frees the jobs of a worker only after it is gone', async () => {
  const freedWorkerIds: string[] = []
  startLocks(freedWorkerIds)
  const other = startLocks()
  await takeLock(other, 'pool-other')
  const job = await addRunningJob('pool-other')
  await sleep(CHECK_INTERVAL_MS * 5)
  expect(await stateOf(job)).toMatchObject({ locked_by: 'pool-other' })

  await other.stop()
  await until(() => freedWorkerIds.length > 0)
  expect(freedWorkerIds).toEqual(['pool-other'])
  expect(await stateOf(job)).toEqual({ locked_by: null, attempts: 2, due: true })
})

test('frees the jobs of a released worker of this node, but not those of a live one', async () => {
  const locks = startLocks()
  await takeLock(locks, 'pool-old')
  await takeLock(locks, 'pool-new')
  const [oldJob, newJob] = [await addRunningJob('pool-old'), await addRunningJob('pool-new')]
  await sleep(CHECK_INTERVAL_MS * 5)
  expect(await stateOf(oldJob)).toMatchObject({ locked_by: 'pool-old' })
  locks.release('pool-old')
  await until(async () => (await stateOf(oldJob))?.locked_by === null)
  expect(await stateOf(newJob)).toMatchObject({ locked_by: 'pool-new' })
})

test("locks again and keeps its jobs when a worker's connection breaks", async () => {
  const freedWorkerIds: string[] = []
  // With this interval, a broken connection is replaced before the next check.
  startLocks(freedWorkerIds, CHECK_INTERVAL_MS * 10)
  const other = startLocks()
  await takeLock(other, 'pool-other')
  const job = await addRunningJob('pool-other')
  for (let turn = 0; turn < 2; turn++) {
    await until(async () => (await connectionPids()).length === 2)
    const brokenPids = await connectionPids()
    await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [brokenPids])
    await until(async () => {
      const currentPids = await connectionPids()
      return currentPids.length === 2 && !currentPids.some((pid) => brokenPids.includes(pid))
    })
    await until(() => other.holds('pool-other'))
  }
  await sleep(CHECK_INTERVAL_MS * 25)
  expect(freedWorkerIds).toEqual([])
  expect(await stateOf(job)).toMatchObject({ locked_by: 'pool-other' })
  await other.whenHeld('pool-other')
})

test("frees only a dead worker's jobs when several nodes check together", async () => {
  const freedWorkerIds: string[] = []
  const allLocks = Array.from({ length: 4 }, () => startLocks(freedWorkerIds))
  for (const [n, locks] of allLocks.entries()) {
    await takeLock(locks, `pool-${n}`)
  }
  const deadJob = await addRunningJob('pool-dead')
  const liveJobs = await Promise.all(allLocks.map((_, n) => addRunningJob(`pool-${n}`)))
  await until(async () => (await stateOf(deadJob))?.locked_by === null)
  await sleep(CHECK_INTERVAL_MS * 5)
  expect([...new Set(freedWorkerIds)]).toEqual(['pool-dead'])
  for (const [n, id] of liveJobs.entries()) {
    expect(await stateOf(id)).toMatchObject({ locked_by: `pool-${n}` })
  }
})

test('ignores one-time workers, which hold no lock', async () => {
  startLocks()
  const job = await addRunningJob('otpool-x')
  await sleep(CHECK_INTERVAL_MS * 5)
  expect(await stateOf(job)).toMatchObject({ locked_by: 'otpool-x' })
})

test('throws when a lock is not held in time', async () => {
  const locks = startLocks()
  await expect(locks.whenHeld('pool-never-taken')).rejects.toThrow()
})

test('holds the lock of a real worker while it runs', async () => {
  const freedWorkerIds: string[] = []
  startLocks(freedWorkerIds)
  let finishJob = () => {}
  const working = new Promise<void>((resolve) => {
    finishJob = resolve
  })
  let runs = 0
  const jobs = await workJobs({
    url: database.url,
    schedule: [],
    log: createLog('silent'),
    tasks: {
      a_task: async () => {
        runs += 1
        await working
      },
    },
  })
  toStop.push(jobs)
  await pool.query("select graphile_worker.add_job('a_task', '{}')")
  await until(() => runs > 0)
  await sleep(CHECK_INTERVAL_MS * 5)
  finishJob()
  await until(async () => (await pool.query('select from graphile_worker.jobs')).rowCount === 0)
  expect(runs).toBe(1)
  expect(freedWorkerIds).toEqual([])
})

test("takes over a dead worker's jobs and runs them immediately", async () => {
  const job = await addRunningJob('pool-dead')
  let runs = 0
  const jobs = await workJobs({
    url: database.url,
    schedule: [],
    log: createLog('silent'),
    tasks: {
      a_task: async () => {
        runs += 1
      },
    },
  })
  toStop.push(jobs)
  await until(async () => (await stateOf(job)) === undefined)
  expect(runs).toBe(1)
})

test('reports a lost connection once, however long the outage lasts', async () => {
  const proxy = await openTcpProxy(database.url)
  const losses: unknown[] = []
  const locks = startWorkerLocks({
    url: proxy.url,
    checkIntervalMs: CHECK_INTERVAL_MS,
    onFreed: () => {},
    onLost: (error) => losses.push(error),
  })
  toStop.push({ stop: () => locks.stop().then(() => proxy.close()) })
  locks.take('worker-1')
  for (const lossCount of [1, 2]) {
    await locks.whenHeld('worker-1')
    proxy.cut()
    await sleep(500)
    expect(losses).toHaveLength(lossCount)
    proxy.heal()
    await until(() => locks.holds('worker-1'))
  }
})

test('runs a job even if the response that assigned it to a worker was lost', async () => {
  const proxy = await openTcpProxy(database.url)
  await pool.query("select graphile_worker.add_job('a_task', '{}')")
  proxy.trap({ matching: /skip locked/i, statement: 'passes', effect: 'cut' })
  let runs = 0
  const jobs = await workJobs({
    url: proxy.url,
    schedule: [],
    log: createLog('silent'),
    tasks: {
      a_task: async () => {
        runs += 1
      },
    },
  })
  toStop.push({ stop: () => jobs.stop().then(() => proxy.close()) })
  await until(() => runs > 0)
  await until(async () => (await pool.query('select from graphile_worker.jobs')).rowCount === 0)
  expect(runs).toBe(1)
})
