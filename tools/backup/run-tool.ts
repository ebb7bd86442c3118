import { existsSync } from 'node:fs'
import { type Config, ConfigError, readConfig } from '../../server/platform/config.ts'
import { BackupDamaged, WrongPassphrase } from '../../server/platform/database/backup/pack.ts'
import { RestoreRefused } from '../../server/platform/database/backup/restore-backup.ts'
import {
  DatabaseStartError,
  findCluster,
} from '../../server/platform/database/embedded/start-embedded.ts'

/** An error whose message tells the user of a tool what to do. */
export class Refusal extends Error {}

/**
 * Runs a tool. If it fails, prints one line that says why, and exits with code 1. Exits early when the app
 * that started this process ends.
 * @param consequence the start of the printed line, such as 'The restore failed.'
 */
export async function runTool(consequence: string, work: () => Promise<void>): Promise<void> {
  if (process.connected) process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
  try {
    await work()
  } catch (error) {
    console.error(`${consequence} ${reasonOf(error)}`)
    process.exitCode = 1
  }
}

/** Reads only the environment variables that the tools need, so that no others have to be set. */
export function readEnvironment(): Config {
  const { DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL, BACKUP_PASSPHRASE } = process.env
  // Prefer a direct connection: through a pooler, session settings do not last longer than a transaction.
  return readConfig({
    DATA_DIR,
    DATABASE_URL: DATABASE_DIRECT_URL || DATABASE_URL,
    BACKUP_PASSPHRASE,
  })
}

/**
 * Returns the URL of the configured database; undefined for an embedded database that is not running.
 * @throws Refusal if no database is configured and there is no embedded one
 */
export async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string | undefined> {
  if (databaseUrl !== undefined) return databaseUrl
  // Don't call `findCluster` if the directory is missing, because it would create the directory.
  const cluster = existsSync(dataDir) ? await findCluster(dataDir) : undefined
  if (!cluster?.exists) throw new Refusal(`There is no database in ${dataDir}.`)
  return cluster.url
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function reasonOf(error: unknown): string {
  if (error instanceof BackupDamaged) return `The backup cannot be used: ${error.message}.`
  const firstError = error instanceof AggregateError ? error.errors[0] : error
  const isExpected = [
    Refusal,
    RestoreRefused,
    WrongPassphrase,
    ConfigError,
    DatabaseStartError,
  ].some((kind) => firstError instanceof kind)
  // Don't print the message of a failed query, because it contains the query's parameters. Print its cause.
  const cause =
    !isExpected && firstError instanceof Error && firstError.cause instanceof Error
      ? firstError.cause
      : firstError
  const message = cause instanceof Error ? cause.message || cause.name : String(cause)
  const line = message.replaceAll('\n', ' ')
  if (/ENOSPC|EDQUOT|EFBIG|No space left|could not extend file/i.test(line)) {
    return `The disk is full, or the file would be larger than allowed. (${line})`
  }
  return isExpected || line.endsWith('.') ? line : `${line}.`
}
