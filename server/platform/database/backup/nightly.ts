import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import { type Clock, DAY_MS, HOUR_MS } from '../../clock.ts'
import { type Config, ConfigError } from '../../config.ts'
import { reasonOf } from '../../errors.ts'
import { countJobs } from '../../jobs/store.ts'
import type { Queries } from '../database.ts'
import { codeOf } from '../embedded/start-error.ts'
import { replaceFile } from './replace-file.ts'
import { BACKUP_PRIORITY } from './tables.ts'

const TOOLS_FOLDER = fileURLToPath(new URL('../../../../tools/backup', import.meta.url))

const BACKUP_LIFETIME_MS = 7 * DAY_MS
/** About once a week, a new backup is restored to check it. */
const CHECK_INTERVAL_MS = 6.5 * DAY_MS
/** Night in North America, when hardly anybody claims spots. */
const BACKUP_HOUR_UTC = 9

const statusSchema = z.object({
  /** When the last backup was completed. All times here are in epoch milliseconds. */
  lastSuccess: z.int().optional(),
  lastVerified: z.int().optional(),
  lastFailure: z.int().optional(),
})

export type BackupStatus = z.output<typeof statusSchema>

const statusFile = (folder: string) => join(folder, 'status.json')

/** Creates the folder if it is missing. @throws ConfigError if this process cannot write to it */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rmdir(await mkdtemp(join(folder, 'test-')))
  } catch (error) {
    // A full disk must not keep Fourball from starting. Alerts report that backups fail.
    if (codeOf(error) === 'ENOSPC') return
    throw new ConfigError(
      `BACKUP_DIR: must be a folder that Fourball can write to: ${reasonOf(error)}`,
    )
  }
}

/** Returns an empty status if the file cannot be read, such as before the first backup. */
export async function readStatus(folder: string): Promise<BackupStatus> {
  const content = await readFile(statusFile(folder), 'utf8').catch(() => '{}')
  return statusSchema.parse(JSON.parse(content))
}

/** Backups are due once a night, and at any hour if the last success was over a day ago. */
export function isDue({ lastSuccess }: BackupStatus, now: Date): boolean {
  return msBetween(lastSuccess, now) > (now.getUTCHours() === BACKUP_HOUR_UTC ? 2 : 25) * HOUR_MS
}

/** A time in the far future counts like one in the far past, because a wrong clock recorded it. */
const msBetween = (at: number | undefined, now: Date) => Math.abs(now.getTime() - (at ?? 0))

interface NightlyContext {
  readonly config: Pick<Config, 'backupDir' | 'databaseUrl' | 'dataDir'>
  readonly db: Queries
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** When due, makes a backup and deletes old ones. About once a week, also restores the backup to check it. */
export async function backUpIfDue({ config, db, clock, log }: NightlyContext): Promise<void> {
  const folder = config.backupDir
  if (folder === undefined) return
  let currentStatus = await readStatus(folder)
  if (!isDue(currentStatus, clock.now())) return
  // This job counts as running, too. If there is another one, it is still making a backup.
  const running = (await countJobs(db)).filter(({ state }) => state === 'running')
  if (running.some(({ task, count }) => task === 'back_up' && count > 1)) return
  const record = async (change: BackupStatus) => {
    currentStatus = { ...currentStatus, ...change }
    await replaceFile(statusFile(folder), currentStatus)
  }
  try {
    const file = join(folder, nameOfBackup(clock.now()))
    await deleteWhere(folder, (name) => PARTIAL_BACKUP_NAME.test(name))
    await runTool('backup.ts', [file], config)
    await record({ lastSuccess: clock.now().getTime() })
    const newestExpired = nameOfBackup(new Date(clock.now().getTime() - BACKUP_LIFETIME_MS))
    await deleteWhere(folder, (name) => BACKUP_NAME.test(name) && name <= newestExpired)
    if (msBetween(currentStatus.lastVerified, clock.now()) > CHECK_INTERVAL_MS) {
      await runTool('restore.ts', [file, '--check'], config)
      await record({ lastVerified: clock.now().getTime() })
    }
  } catch (error) {
    log.error({ err: error }, 'The nightly backup failed')
    await record({ lastFailure: clock.now().getTime() }).catch(() => {})
  }
}

/** Backups sort by name in the order of their times. */
const nameOfBackup = (at: Date) =>
  `fourball-${at.toISOString().slice(0, 16).replaceAll(':', '')}Z.backup`

const BACKUP_NAME = /^fourball-\d{4}-\d\d-\d\dT\d{4}Z\.backup$/
const PARTIAL_BACKUP_NAME = /^fourball-\d{4}-\d\d-\d\dT\d{4}Z\.backup\.partial$/

async function deleteWhere(folder: string, shouldDelete: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (shouldDelete(name)) await rm(join(folder, name))
  }
}

async function runTool(
  name: string,
  args: readonly string[],
  { databaseUrl, dataDir }: NightlyContext['config'],
): Promise<void> {
  const child = spawn(process.execPath, [join(TOOLS_FOLDER, name), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
    // When this process ends, the IPC channel closes, and the tool exits.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const closed = once(child, 'close')
  if (child.pid !== undefined) setPriority(child.pid, BACKUP_PRIORITY)
  const [errors] = await Promise.all([child.stderr ? text(child.stderr) : '', closed])
  if (child.exitCode !== 0)
    throw new Error(errors.trim() || `${name} ended with code ${child.exitCode}`)
}
