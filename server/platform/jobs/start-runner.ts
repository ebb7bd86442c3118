import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { ClientBase, Pool } from 'pg'
import { requestIdIn, withTrace } from '../trace.ts'
import { probe } from './store.ts'
import type { WorkerLocks } from './worker-locks.ts'

/** The functions that do the jobs, by task. If one throws, the job is tried again later. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>

export interface Schedule {
  task: string
  /** Five cron fields, in UTC. */
  at: string
}

export interface RunnerOptions {
  readonly pool: Pool
  readonly locks: WorkerLocks
  readonly tasks: Tasks
  readonly schedule: readonly Schedule[]
  readonly concurrency: number
  readonly log: FastifyBaseLogger
}

export type Running = Awaited<ReturnType<typeof startRunner>>

/** How often to probe the connection that notifies a runner of new jobs. Milliseconds. */
const PROBE_MS = 2_500

/** The longest a live worker is silent: idle ones poll every two seconds, and one query may take five. */
const SILENCE_MS = 12_000

/** Starts a job runner. Several can run side by side. @throws when the database is unavailable */
export async function startRunner(options: RunnerOptions) {
  const { pool, locks, tasks, schedule, concurrency, log } = options
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  // This event comes before the first request for a job.
  events.on('pool:create', ({ workerPool }) => {
    workers = workerPool
    locks.take(workerPool.id)
  })
  let isLeaving = false
  const leaving = Promise.withResolvers<void>()
  const leave = () => {
    isLeaving = true
    leaving.resolve()
  }
  events.once('pool:gracefulShutdown', leave)
  // The runner would reconnect, but its retries slow down to one per minute.
  events.once('pool:listen:error', leave)
  // The database may have given it a job all the same. Nobody would do that job while the runner lives.
  events.once('worker:getJob:error', leave)
  probeListening(events)
  const isPolling = trackPolling(events, concurrency)
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    // The app stops the runner itself, in its own shutdown order.
    noHandleSignals: true,
    // Completes each job without delay, so that it counts as done only once the database says so.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quietLogger(log),
    taskList: traced(tasks),
    // Called before each job, so that none is taken without the lock that proves we are alive.
    forbiddenFlags: async () => {
      // A runner that is leaving takes no job anyway, and an error would end it with a stack trace.
      if (workers !== undefined && !isLeaving) {
        await locks.whenHeld(workers.id).catch((error: unknown) => {
          if (!isLeaving) throw error
        })
      }
      return null
    },
    parsedCronItems: parseCronItems(
      schedule.map(({ task, at }) => ({ task, match: at, identifier: task })),
    ),
  })
  if (workers === undefined) throw new Error('The job runner has no workers')
  return {
    runner,
    workers,
    /** Resolves when it stops taking jobs, after a stop or a lost connection. Running jobs continue. */
    leaving: leaving.promise,
    isPolling,
  }
}

/** Returns the tasks such that the log lines of each job say which job it is, and which request added it. */
function traced(tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([task, run]) => [
      task,
      (payload, { job: { id } }) =>
        withTrace({ ...requestIdIn(payload), job: String(id), task }, () => run(payload)),
    ]),
  )
}

/** Probes the listening connection, which never writes and so would not notice that the other end is gone. */
function probeListening(events: WorkerEvents): void {
  let listening: ClientBase | undefined
  let timer: NodeJS.Timeout | undefined
  const probeLater = () => {
    timer = setTimeout(() => {
      // An unanswered probe destroys the connection, which graphile-worker notices.
      if (listening !== undefined) probe(listening).then(probeLater, () => {})
    }, PROBE_MS).unref()
  }
  events.on('pool:listen:success', ({ client }) => {
    clearTimeout(timer)
    listening = client
    probeLater()
  })
  events.on('pool:listen:release', () => {
    clearTimeout(timer)
    listening = undefined
  })
}

/** Returns a function that returns whether the workers still get answers from the queue, or are all busy. */
function trackPolling(events: WorkerEvents, concurrency: number): () => boolean {
  let answeredAt = performance.now()
  let busy = 0
  const answered = () => {
    answeredAt = performance.now()
  }
  events.on('worker:getJob:empty', answered)
  events.on('job:start', () => {
    answered()
    busy += 1
  })
  events.on('job:complete', () => {
    answered()
    busy -= 1
  })
  return () => busy >= concurrency || performance.now() - answeredAt < SILENCE_MS
}

function quietLogger(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    // graphile-worker's message repeats the error's, which may contain the parameters of a failed query.
    if (meta?.['failure'] === true) logFailure(log, meta)
    else if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

function logFailure(log: FastifyBaseLogger, { error, job }: Record<string, unknown>): void {
  const { id, task_identifier: task, attempts, payload } = Object(job)
  const failed = { err: error, ...requestIdIn(payload), job: String(id), task, attempts }
  log.error(failed, 'A job failed')
}
