import type { Context } from '../context.ts'
import { prepareFolder } from '../platform/database/backup/nightly.ts'
import { reasonOf } from '../platform/errors.ts'
import { workJobs } from '../platform/jobs/work-jobs.ts'
import { ResourceStack } from '../platform/resource-stack.ts'
import { LANES, scheduleOf, tasksOf } from './jobs.ts'

export interface ProcessHandle {
  readonly resources: ResourceStack
  stop(code: number): Promise<void>
}

export const STOP_MS = 9_800

export const print = (line: string) => process.stdout.write(`${line}\n`)
export const printError = (line: string) => process.stderr.write(`${line}\n`)

/** Runs `start`. If it fails, prints why in one line and exits with 1. Ends on SIGINT and SIGTERM. */
export async function runProcess(name: string, start: (handle: ProcessHandle) => Promise<void>) {
  const resources = new ResourceStack(printError)
  const stop = async (code: number) => {
    setTimeout(() => process.exit(1), STOP_MS).unref()
    // An error while one resource closes must not leave the others open, especially the database.
    process.on('uncaughtException', (error) => printError(`While stopping: ${reasonOf(error)}`))
    await resources.stop()
    process.exit(code)
  }
  // Handle signals before anything opens. Never remove the handlers: after a Ctrl-C, npm sends the process a
  // second signal, which would kill it during the shutdown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
  try {
    await start({ resources, stop })
    // Frees about 18 MB that only the start needed. V8 would not free this memory while the process is idle.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  } catch (error) {
    if (!resources.isStopping) {
      printError(`${name} cannot start. ${reasonOf(error)}`)
      await stop(1)
    }
  }
}

const JOBS_CLOSE_WITHIN_MS = 1_000

export async function openJobs(ctx: Context, databaseUrl: string, resources: ResourceStack) {
  const { backupDir } = ctx.config
  if (backupDir !== undefined) await prepareFolder(backupDir)
  const options = { url: databaseUrl, lanes: LANES, log: ctx.log }
  return resources.open(
    'the jobs',
    () => workJobs({ ...options, tasks: tasksOf(ctx), schedule: scheduleOf(ctx) }),
    (jobs) => jobs.stop(),
    JOBS_CLOSE_WITHIN_MS,
  )
}
