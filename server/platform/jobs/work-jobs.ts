import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { connect } from '../database/database.ts'
import { keepWorkerLocks, type WorkerLocks } from './worker-locks.ts'

/** What a job does, by its identifier. Throwing means: try again later. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>

export interface Schedule {
  task: string
  /** Five cron fields, in UTC. */
  at: string
}

export interface JobsOptions {
  url: string
  tasks: Tasks
  schedule: Schedule[]
  log: FastifyBaseLogger
}

export interface Jobs {
  /** @throws Error while no jobs are being worked here */
  check(): void
  /** Waits a moment for the jobs under way; one that takes longer is tried again later. */
  stop(): Promise<void>
}

const CONCURRENCY = 4
const RETRY_MS = 1_000

/** How long a stop waits for jobs under way. */
const PATIENCE_MS = 700

/**
 * Works the queue in this process until stopped; several nodes share the work, and do that of one that
 * was killed. A database that goes away ends a runner, so a new one is tried until it is back.
 * @throws when the first runner cannot start
 */
export async function workJobs(options: JobsOptions): Promise<Jobs> {
  const { log } = options
  let running: Running | undefined
  // Of our own, since graphile-worker's stops listening to connections before they have ended.
  const pool = connect({
    url: options.url,
    poolSize: CONCURRENCY,
    onConnectionLost: (error) => log.debug(`Jobs lost a connection: ${error.message}`),
  }).$client
  const stopping = new AbortController()
  const locks = keepWorkerLocks({
    url: options.url,
    onFreed(workerIds) {
      log.warn({ workers: workerIds.length }, 'Took over the jobs of workers that had died')
      // Nobody is told of them, as one is of new jobs.
      if (!stopping.signal.aborted) running?.workers.nudge(CONCURRENCY)
    },
    onLost: (error) => log.warn({ err: error }, 'Lost the connection of the worker locks'),
  })
  const start = () => startRunner(options, pool, locks)
  running = await start().catch(async (error: unknown) => {
    await locks.stop()
    await pool.end()
    throw error
  })

  // As a rule it is there by now; else jobs are worked, and the app is ready, once it is.
  await locks.held(running.workers.id).catch(() => {})

  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      try {
        running ??= await start()
        await running.runner.promise
      } catch (error) {
        log.warn({ err: error }, 'The job runner ended')
      }
      if (running !== undefined) locks.letGo(running.workers.id)
      running = undefined
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    check() {
      if (running === undefined || !locks.holds(running.workers.id)) {
        throw new Error('Jobs are not being worked')
      }
    },
    async stop() {
      stopping.abort()
      const { runner, workers } = running ?? {}
      const stopped = runner?.stop().catch(() => {})
      const inTime = new AbortController()
      // Without it a job that outlives the process would be left to other nodes, as if we had died.
      const giveUp = sleep(PATIENCE_MS, undefined, inTime).then(() =>
        workers?.forcefulShutdown('Fourball is stopping'),
      )
      await Promise.race([stopped, giveUp]).catch(() => {})
      inTime.abort()
      await giveUp.catch(() => {})
      await supervised
      await locks.stop()
      await pool.end()
    },
  }
}

/**
 * Works the jobs that are due and then stops.
 * @throws Error of the first job that failed; it stays in the queue
 */
export async function workJobsOnce(url: string, tasks: Tasks): Promise<void> {
  const failures: unknown[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ error }) => failures.push(error))
  const pool = connect({ url, poolSize: CONCURRENCY }).$client
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

interface Running {
  runner: Runner
  workers: WorkerPool
}

async function startRunner(
  { tasks, schedule, log }: JobsOptions,
  pgPool: Pool,
  locks: WorkerLocks,
): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  // Before it asks for its first job.
  events.on('pool:create', ({ workerPool }) => {
    workers = workerPool
    locks.take(workerPool.id)
  })
  const runner = await run({
    pgPool,
    events,
    concurrency: CONCURRENCY,
    // The app stops the runner itself, in its own order.
    noHandleSignals: true,
    // A job counts as done once the database says so, not a moment before.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message, meta) => {
      // Its own words repeat the error's, and with them what a failed query was given.
      if (meta?.['failure'] === true) logFailure(log, meta)
      else if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    taskList: tasks,
    // It asks this before each job: none is taken without the lock that says that we live.
    forbiddenFlags: async () => {
      if (workers !== undefined) await locks.held(workers.id)
      return null
    },
    parsedCronItems: parseCronItems(
      schedule.map(({ task, at }) => ({ task, match: at, identifier: task })),
    ),
  })
  if (workers === undefined) throw new Error('The job runner has no workers')
  return { runner, workers }
}

function logFailure(log: FastifyBaseLogger, { error, job }: Record<string, unknown>): void {
  const { id, task_identifier: task, attempts } = Object(job)
  log.error({ err: error, job: String(id), task, attempts }, 'A job failed')
}
