import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { ClientBase, Pool } from 'pg'
import { probe } from './store.ts'
import type { WorkerLocks } from './worker-locks.ts'

/** What a job does, by its identifier. Throwing means: try again later. */
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

export interface Running {
  readonly runner: Runner
  readonly workers: WorkerPool
  /** Resolves when it takes no more jobs: it was stopped, or lost a connection. Those under way go on. */
  readonly leaving: Promise<void>
  /** Whether its workers ask for jobs, or all have one. */
  isAsking(): boolean
}

/** How often the connection on which a runner hears of new jobs is asked whether it lives. */
const PROBE_MS = 2_500

/** Idle workers ask every two seconds; one question may take five. */
const SILENCE_MS = 12_000

/** Starts to work jobs; several may run beside each other. @throws when the database is away */
export async function startRunner(options: RunnerOptions): Promise<Running> {
  const { pool, locks, tasks, schedule, concurrency, log } = options
  const events: WorkerEvents = new EventEmitter()
  let workers: WorkerPool | undefined
  // Before it asks for its first job.
  events.on('pool:create', ({ workerPool }) => {
    workers = workerPool
    locks.take(workerPool.id)
  })
  let isLeaving = false
  const leaving = new Promise<void>((resolve) => {
    const leave = () => {
      isLeaving = true
      resolve()
    }
    events.once('pool:gracefulShutdown', leave)
    // It would connect again, but in the end once a minute only.
    events.once('pool:listen:error', leave)
  })
  probeListening(events)
  const isAsking = watchAsking(events, concurrency)
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    // The app stops the runner itself, in its own order.
    noHandleSignals: true,
    // A job counts as done once the database says so, not a moment before.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quietLogger(log),
    taskList: tasks,
    // It asks this before each job: none is taken without the lock that says that we live.
    forbiddenFlags: async () => {
      // One that is leaving gets no job in any case, and would end with a stack trace.
      if (workers !== undefined && !isLeaving) {
        await locks.held(workers.id).catch((error: unknown) => {
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
  return { runner, workers, leaving, isAsking }
}

/** A connection that only listens would not notice that the other end is gone. */
function probeListening(events: WorkerEvents): void {
  let listening: ClientBase | undefined
  let timer: NodeJS.Timeout | undefined
  const probeLater = () => {
    timer = setTimeout(() => {
      // One that is not answered is torn off, and graphile-worker hears of that.
      if (listening !== undefined) probe(listening).then(probeLater, () => {})
    }, PROBE_MS)
    timer.unref()
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

function watchAsking(events: WorkerEvents, concurrency: number): () => boolean {
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
    // Its own words repeat the error's, and with them what a failed query was given.
    if (meta?.['failure'] === true) logFailure(log, meta)
    else if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

function logFailure(log: FastifyBaseLogger, { error, job }: Record<string, unknown>): void {
  const { id, task_identifier: task, attempts } = Object(job)
  log.error({ err: error, job: String(id), task, attempts }, 'A job failed')
}
