import { EventEmitter, once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CronItem,
  Logger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { ClientBase, Pool } from 'pg'
import { MINUTE_MS } from '../clock.ts'
import { requestIdIn, traceStorage } from '../trace.ts'
import { forgetRunsAfter, probe } from './store.ts'
import type { WorkerLocks } from './worker-locks.ts'

/** The functions that run the jobs, by task. If a function throws, its job is retried later. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>

export type LaneRunner = Awaited<ReturnType<typeof startRunner>>

const PROBE_MS = 2_500

/** After this silence, polling counts as broken. Idle workers poll every 2 s, and a query can take 5 s. */
const SILENCE_MS = 12_000

/** The clocks of two nodes may differ by this much. A larger difference means that a clock was wrong. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS

export async function startRunner(options: {
  pool: Pool
  locks: WorkerLocks
  tasks: Tasks
  schedule: CronItem[]
  concurrency: number
  log: FastifyBaseLogger
}) {
  const { pool, locks, tasks, schedule, concurrency, log } = options
  const events: WorkerEvents = new EventEmitter()
  let workerPool: WorkerPool | undefined
  // graphile-worker emits this event before any worker requests a job.
  events.on('pool:create', ({ workerPool: createdPool }) => {
    workerPool = createdPool
    locks.take(createdPool.id)
  })
  const leaving = new AbortController()
  const stoppedTakingJobs = once(leaving.signal, 'abort')
  const leave = () => leaving.abort()
  events.once('pool:gracefulShutdown', leave)
  // The runner would reconnect automatically, but its retries slow down to one per minute.
  events.once('pool:listen:error', leave)
  // If a request for a job fails, its lost response may have assigned a job to this runner. No other worker
  // runs that job while this runner lives, so the runner must leave.
  events.once('worker:getJob:error', leave)
  // If a clock that ran ahead is set back, no scheduled jobs would start here until the clock catches up.
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
    if (expectedTimestamp - currentTimestamp > CLOCK_TOLERANCE_MS) leave()
  })
  probeListening(events)
  const isPolling = trackPolling(events, concurrency)
  await forgetRunsAfter(pool, new Date(Date.now() + CLOCK_TOLERANCE_MS))
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    noHandleSignals: true,
    // Do not batch completed jobs: a job counts as done only after the database has recorded that.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quietLogger(log),
    taskList: traced(tasks),
    // Called before each request for a job. A worker must first hold the lock that proves it is alive.
    forbiddenFlags: async () => {
      // A runner that is leaving takes no jobs anyway, and an error here would end it with a stack trace.
      if (workerPool !== undefined && !leaving.signal.aborted) {
        await locks.whenHeld(workerPool.id).catch((error: unknown) => {
          if (!leaving.signal.aborted) throw error
        })
      }
      return null
    },
    parsedCronItems: parseCronItems(schedule),
  })
  if (workerPool === undefined) throw new Error('The job runner has no workers')
  return {
    runner,
    workerPool,
    /** Resolves when the runner is stopped or loses a connection, or when the clock is set back. */
    stoppedTakingJobs,
    isPolling,
  }
}

function traced(tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([task, runTask]) => [
      task,
      (payload, { job: { id } }) =>
        traceStorage.run({ ...requestIdIn(payload), job: String(id), task }, () =>
          runTask(payload),
        ),
    ]),
  )
}

/** Probes the listening connection, which otherwise only waits and would not notice a dead server. */
function probeListening(events: WorkerEvents): void {
  let listeningClient: ClientBase | undefined
  let timer: NodeJS.Timeout | undefined
  const probeLater = () => {
    timer = setTimeout(() => {
      // A probe without a response destroys the connection. graphile-worker notices that.
      if (listeningClient !== undefined) probe(listeningClient).then(probeLater, () => {})
    }, PROBE_MS).unref()
  }
  events.on('pool:listen:success', ({ client }) => {
    clearTimeout(timer)
    listeningClient = client
    probeLater()
  })
  events.on('pool:listen:release', () => {
    clearTimeout(timer)
    listeningClient = undefined
  })
}

/** Returns a function that checks whether the workers get responses from the queue or are all busy. */
function trackPolling(events: WorkerEvents, concurrency: number): () => boolean {
  let answeredAt = performance.now()
  let busyWorkers = 0
  const recordAnswer = (change: number) => {
    answeredAt = performance.now()
    busyWorkers += change
  }
  events.on('worker:getJob:empty', () => recordAnswer(0))
  events.on('job:start', () => recordAnswer(1))
  events.on('job:complete', () => recordAnswer(-1))
  return () => busyWorkers >= concurrency || performance.now() - answeredAt < SILENCE_MS
}

function quietLogger(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.['failure'] === true) {
      // Do not log graphile-worker's message: it may contain the parameters of a failed query.
      const { id, task_identifier: task, attempts, payload } = Object(meta['job'])
      const job = { ...requestIdIn(payload), job: String(id), task, attempts }
      log.error({ err: meta['error'], ...job }, 'A job failed')
    } else if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
