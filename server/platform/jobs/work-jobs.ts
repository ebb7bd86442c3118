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

const CONCURRENCY = 4

/** Works the queue in this process until stopped. Several nodes share the work. */
export async function workJobs({ url, tasks, schedule, log }: JobsOptions): Promise<Runner> {
  return run({
    connectionString: url,
    concurrency: CONCURRENCY,
    maxPoolSize: CONCURRENCY,
    // The app stops the runner itself, in its own order.
    noHandleSignals: true,
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
