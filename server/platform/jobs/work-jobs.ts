import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, type Runner, run } from 'graphile-worker'

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
  /** @throws Error while no jobs are being worked */
  check(): void
  /** Waits for the jobs under way. */
  stop(): Promise<void>
}

const CONCURRENCY = 4
const RETRY_MS = 1_000

/**
 * Works the queue in this process until stopped; several nodes share the work. A database that goes
 * away ends a runner, so a new one is tried until it is back.
 * @throws when the first runner cannot start
 */
export async function workJobs(options: JobsOptions): Promise<Jobs> {
  let runner: Runner | undefined = await startRunner(options)
  const stopping = new AbortController()

  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await startRunner(options)
        await runner.promise
      } catch (error) {
        options.log.warn({ err: error }, 'The job runner ended')
      }
      runner = undefined
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    check() {
      if (runner === undefined) throw new Error('Jobs are not being worked')
    },
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await supervised
    },
  }
}

function startRunner({ url, tasks, schedule, log }: JobsOptions): Promise<Runner> {
  return run({
    connectionString: url,
    concurrency: CONCURRENCY,
    maxPoolSize: CONCURRENCY,
    // The app stops the runner itself, in its own order.
    noHandleSignals: true,
    // A job counts as done once the database says so, not a moment before.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    taskList: tasks,
    parsedCronItems: parseCronItems(
      schedule.map(({ task, at }) => ({ task, match: at, identifier: task })),
    ),
  })
}
