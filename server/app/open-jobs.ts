import type { Context } from '../context.ts'
import { type Jobs, workJobs } from '../platform/jobs/work-jobs.ts'
import type { ResourceStack } from '../platform/resource-stack.ts'
import { LANES, scheduleOf, tasksOf } from './jobs.ts'

const JOBS_CLOSE_WITHIN_MS = 1_000

/** Starts working the job queue; stops when `opened` is closed. */
export function openJobs(
  ctx: Context,
  databaseUrl: string,
  resources: ResourceStack,
): Promise<Jobs> {
  return resources.open(
    'the jobs',
    () =>
      workJobs({
        url: databaseUrl,
        tasks: tasksOf(ctx),
        lanes: LANES,
        schedule: scheduleOf(ctx),
        log: ctx.log,
      }),
    (working) => working.stop(),
    JOBS_CLOSE_WITHIN_MS,
  )
}
