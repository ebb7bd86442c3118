import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { CronItem } from 'graphile-worker'
import { ConnectionPool } from '../database/pool.ts'
import { type LaneRunner, startRunner, type Tasks } from './start-runner.ts'
import { startWorkerLocks } from './worker-locks.ts'

/** A group of tasks with its own job runner, so that their jobs do not wait for jobs of other tasks. */
export interface Lane {
  readonly tasks: readonly string[]
  readonly concurrency: number
}

interface JobsOptions {
  url: string
  tasks: Tasks
  /** Tasks that are in none of these lanes share a default lane. */
  lanes?: readonly Lane[]
  schedule: CronItem[]
  log: FastifyBaseLogger
}

export type Jobs = Awaited<ReturnType<typeof workJobs>>

const CONCURRENCY = 4
const RETRY_MS = 1_000

/** Time limits in milliseconds. They are short, to detect dead connections soon. */
const STATEMENT_MS = 4_000
const CONNECT_MS = 3_000

const SHUTDOWN_WAIT_MS = 700

/**
 * Runs jobs until stopped. Replaces a runner that stopped taking jobs, but lets it finish its jobs.
 * @throws Error when the first runners cannot start
 */
export async function workJobs(options: JobsOptions) {
  const { log } = options
  const lanes = lanesOf(options)
  // Use our own pool: graphile-worker's pool stops handling errors before it has closed its connections.
  const pool = new ConnectionPool({
    url: options.url,
    name: 'fourball jobs',
    // Each lane keeps one connection to listen for new jobs.
    size: CONCURRENCY + lanes.length,
    statementMs: STATEMENT_MS,
    connectMs: CONNECT_MS,
    onSlow: (statement) => log.warn(statement, 'A query was slow'),
    onConnectionLost: (error) =>
      log.debug(`The job queue lost a database connection: ${error.message}`),
  })
  const stopping = new AbortController()
  const runnerByLane = new Map<ResolvedLane, LaneRunner>()
  /** All runners, including replaced ones that still have running jobs. */
  const allRunners = new Set<LaneRunner>()
  const locks = startWorkerLocks({
    url: options.url,
    onFreed(workerIds) {
      log.warn({ workers: workerIds.length }, 'Released the jobs of dead workers')
      // Unlike new jobs, freed jobs do not notify the workers, so make the workers poll.
      if (stopping.signal.aborted) return
      for (const [{ concurrency }, { workerPool }] of runnerByLane) workerPool.nudge(concurrency)
    },
    onLost: (error) => log.warn({ err: error }, 'Lost the connection that holds the worker locks'),
  })

  const start = async (lane: ResolvedLane) => {
    const laneRunner = await startRunner({ ...lane, pool, locks, log })
    runnerByLane.set(lane, laneRunner)
    allRunners.add(laneRunner)
    void laneRunner.runner.promise
      .catch((error: unknown) => log.warn({ err: error }, 'The job runner ended'))
      .then(() => {
        locks.release(laneRunner.workerPool.id)
        allRunners.delete(laneRunner)
      })
    return laneRunner
  }

  const superviseLane = async (lane: ResolvedLane) => {
    while (!stopping.signal.aborted) {
      try {
        const { runner, stoppedTakingJobs } = runnerByLane.get(lane) ?? (await start(lane))
        await Promise.race([stoppedTakingJobs, runner.promise])
        if (!stopping.signal.aborted) {
          void runner.stop().catch(() => {})
          log.warn('A job runner stopped taking jobs and is being replaced')
        }
      } catch (error) {
        log.warn({ err: error }, 'The job runner ended')
      }
      runnerByLane.delete(lane)
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const stop = async (supervised?: Promise<unknown>) => {
    stopping.abort()
    await Promise.all([...allRunners].map(stopSoon))
    await supervised
    await locks.stop()
    await pool.end()
  }
  const starting = await Promise.allSettled(lanes.map(start))
  const failedStart = starting.find((one) => one.status === 'rejected')
  if (failedStart !== undefined) {
    await stop()
    throw failedStart.reason
  }

  // Wait only briefly for the locks. The app can start without them, and becomes ready when it has them.
  await Promise.all(
    [...allRunners].map(({ workerPool }) => locks.whenHeld(workerPool.id).catch(() => {})),
  )

  const supervised = Promise.all(lanes.map(superviseLane))
  return {
    /** @throws Error if this process does not run the jobs of every lane */
    check() {
      for (const lane of lanes) {
        const laneRunner = runnerByLane.get(lane)
        if (!laneRunner?.isPolling() || !locks.holds(laneRunner.workerPool.id)) {
          throw new Error(`Jobs are not running: ${Object.keys(lane.tasks)[0]} and others`)
        }
      }
    },
    /** Waits briefly for running jobs. A job that takes longer is retried later. */
    stop: () => stop(supervised),
  }
}

type ResolvedLane = Pick<JobsOptions, 'tasks' | 'schedule'> & { readonly concurrency: number }

function lanesOf({ tasks, lanes = [], schedule }: JobsOptions): ResolvedLane[] {
  const tasksWithLane = new Set(lanes.flatMap((lane) => lane.tasks))
  const pick = (matches: (task: string) => boolean): Tasks =>
    Object.fromEntries(Object.entries(tasks).filter(([task]) => matches(task)))
  return [
    { tasks: pick((task) => !tasksWithLane.has(task)), concurrency: CONCURRENCY, schedule },
    ...lanes.map(({ tasks, concurrency }) => {
      return { tasks: pick((task) => tasks.includes(task)), concurrency, schedule: [] }
    }),
  ]
}

async function stopSoon({ runner, workerPool }: LaneRunner): Promise<void> {
  const stopped = runner.stop().catch(() => runner.promise)
  const timer = new AbortController()
  // Put unfinished jobs back into the queue. Otherwise, they would wait until a node notices that we stopped.
  const forcedShutdown = sleep(SHUTDOWN_WAIT_MS, undefined, timer).then(() =>
    workerPool.forcefulShutdown('Fourball is stopping'),
  )
  await Promise.race([stopped, forcedShutdown]).catch(() => {})
  timer.abort()
  await forcedShutdown.catch(() => {})
}
