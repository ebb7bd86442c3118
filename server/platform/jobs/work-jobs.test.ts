import { setTimeout as sleep } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../system-tests/testing/database.ts'
import { createLog } from '../log.ts'
import { workJobs } from './work-jobs.ts'

test('logs a failed job without its query parameters', async () => {
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
    await pool.query("select graphile_worker.add_job('a_task', '{}')")
    while (lines.length === 0) await sleep(20)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'A job failed',
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
