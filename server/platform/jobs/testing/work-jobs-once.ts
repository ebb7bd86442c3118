import { EventEmitter } from 'node:events'
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker'
import { ConnectionPool } from '../../database/pool.ts'
import type { Tasks } from '../start-runner.ts'

/**
 * Runs the jobs that are due and then stops.
 * @throws the error of the first job that failed. This job stays in the queue.
 */
export async function workJobsOnce(url: string, tasks: Tasks): Promise<void> {
  const failures: unknown[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ error }) => failures.push(error))
  const pool = new ConnectionPool({ url, name: 'fourball jobs', size: 4 })
  try {
    await runOnce({
      pgPool: pool,
      events,
      taskList: tasks,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    })
  } finally {
    await pool.end()
  }
  if (failures.length > 0) throw failures[0]
}
