import { setTimeout as sleep } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../system-tests/testing/database.ts'
import { createLog } from '../log.ts'
import { withRequestId, withTrace } from '../trace.ts'
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
    const payload = withTrace({ reqId: 'a-request' }, () => withRequestId({}))
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
