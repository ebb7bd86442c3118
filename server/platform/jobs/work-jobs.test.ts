import { setTimeout as sleep } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '../../system-tests/testing/database.ts'
import { MINUTE_MS } from '../clock.ts'
import { createLog } from '../log.ts'
import { traceStorage, withRequestId } from '../trace.ts'
import { workJobs } from './work-jobs.ts'

test('logs a failed job with the request that added it, without its query parameters', async () => {
  const database = await cloneDatabase()
  const pool = new Pool({ connectionString: database.url })
  pool.on('error', () => {})
  const lines: string[] = []
  const jobs = await workJobs({
    url: database.url,
    schedule: [],
    log: createLog('error', { write: (line) => lines.push(line) }),
    tasks: {
      a_task: async () => {
        throw new DrizzleQueryError('update deliveries', ['+14035550103', 'in 7'])
      },
    },
  })
  try {
    const payload = traceStorage.run({ reqId: 'a-request' }, () => withRequestId({}))
    await pool.query("select graphile_worker.add_job('a_task', $1)", [payload])
    while (lines.length === 0) await sleep(20)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'A job failed',
      reqId: 'a-request',
      task: 'a_task',
      attempts: 1,
      err: { type: 'FailedQuery', query: 'update deliveries' },
    })
    expect(lines.join('')).not.toContain('+14035550103')
  } finally {
    await jobs.stop()
    await pool.end()
    await database.drop()
  }
})

test('keeps to the schedule after a wrong clock was set back by a month', async () => {
  const database = await cloneDatabase()
  const pool = new Pool({ connectionString: database.url })
  pool.on('error', () => {})
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-01T12:00:59.900Z') })
  onTestFinished(() => void vi.useRealTimers())
  await pool.query(
    `insert into graphile_worker._private_known_crontabs
     values ('a_task', '2026-01-01', '2026-02-01T12:00Z')`,
  )
  let runs = 0
  const jobs = await workJobs({
    url: database.url,
    schedule: [{ task: 'a_task', match: '* * * * *' }],
    log: createLog('silent'),
    tasks: {
      a_task: async () => {
        runs += 1
      },
    },
  })
  try {
    vi.setSystemTime('2026-01-01T12:00:59.900Z')
    // Keep the fake time just before a full minute, because the schedule's timers wait in real time.
    while (runs === 0) {
      await sleep(200)
      vi.setSystemTime(Date.now() + MINUTE_MS)
    }
  } finally {
    await jobs.stop()
    await pool.end()
    await database.drop()
  }
})
