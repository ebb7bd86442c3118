// `npm run restore -- FILE` restores a backup into an empty data directory or database. With --check, it
// restores into a scratch database on the same server, compares every row, and drops the scratch database.
import { access, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createContext } from '../../server/app/create-context.ts'
import { prepareRestored } from '../../server/app/prepare-restored.ts'
import type { Config } from '../../server/platform/config.ts'
import {
  DELETED_ACCOUNTS_FILE,
  type DeletedAccounts,
  readDeletedAccounts,
} from '../../server/platform/database/backup/deleted-accounts.ts'
import {
  type CheckedBackup,
  checkBackup,
  restoreBackup,
} from '../../server/platform/database/backup/restore-backup.ts'
import { APP_DATABASE } from '../../server/platform/database/embedded/ownership.ts'
import {
  findCluster,
  startEmbedded,
  superuserUrl,
} from '../../server/platform/database/embedded/start-embedded.ts'
import { ResourceStack } from '../../server/platform/resource-stack.ts'
import { findDatabase, Refusal, readEnvironment, reasonOf, runTool } from './run-tool.ts'

const USAGE =
  'Pass one backup: npm run restore -- FILE [--deleted-accounts LIST | --no-deleted-accounts | --move | --check]'

const NO_LIST_MESSAGE =
  'A backup may contain accounts that were deleted since it was made. Pass the list of them, which Fourball keeps in BACKUP_DIR: --deleted-accounts LIST. If there is none, pass --no-deleted-accounts. If Fourball has not run since the backup, pass --move.'

await runTool('The restore failed.', async () => {
  const { values, positionals } = readArguments()
  const [file] = positionals
  const choices = Object.values(values).filter((value) => value !== undefined)
  if (file === undefined || positionals.length > 1 || choices.length > 1) throw new Refusal(USAGE)
  const config = readEnvironment()
  const { backupPassphrase: passphrase } = config
  if (values.check) {
    await checkInScratch(config, await checkBackup({ file, passphrase }))
    return
  }
  const isMove = values.move === true
  const deletedAccounts =
    isMove || values['no-deleted-accounts']
      ? undefined
      : await findDeletedAccountsList(file, values['deleted-accounts'])
  const backup = await checkBackup({ file, passphrase, isMove })
  await withEmptyDatabase(config, async (url) => {
    const { tables, rows } = await restoreBackup(backup, url)
    console.log(`Restored ${rows} rows of ${tables} tables, as of ${backup.header.createdAt}.`)
    if (isMove) return
    await prepareDatabase(config, url, deletedAccounts).catch((error: unknown): never => {
      if (config.databaseUrl === undefined) throw error
      const reason = reasonOf(error)
      throw new Refusal(
        `${reason} The rows were restored, but a later step failed. Empty the database and restore again.`,
      )
    })
  })
})

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'deleted-accounts': { type: 'string' },
        'no-deleted-accounts': { type: 'boolean' },
        move: { type: 'boolean' },
        check: { type: 'boolean' },
      },
    })
  } catch {
    throw new Refusal(USAGE)
  }
}

async function findDeletedAccountsList(
  file: string,
  listFile: string | undefined,
): Promise<DeletedAccounts> {
  const path = listFile ?? join(dirname(file), DELETED_ACCOUNTS_FILE)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists)
    throw new Refusal(listFile === undefined ? NO_LIST_MESSAGE : `${listFile} cannot be read.`)
  return readDeletedAccounts(path).catch((): never => {
    throw new Refusal(`${path} is not a list of deleted accounts.`)
  })
}

/**
 * Runs `work` on the configured database. Without DATABASE_URL, creates an embedded database for `work`, and
 * deletes it if `work` fails.
 */
async function withEmptyDatabase(
  config: Config,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) return work(databaseUrl)
  const { exists, directory } = await findCluster(dataDir)
  if (exists) {
    throw new Refusal(
      `${dataDir} already contains a database. Set DATA_DIR to an empty directory, or move the database away.`,
    )
  }
  try {
    const embedded = await startEmbedded({ dataDir, log: (line) => console.error(line) })
    try {
      await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

/**
 * Prepares a restored database for the app. Again deletes the accounts that were deleted after the backup.
 * Prints how many it deleted and which ones it had to keep.
 */
async function prepareDatabase(
  config: Config,
  url: string,
  deletedAccounts: DeletedAccounts | undefined,
) {
  const resources = new ResourceStack((line) => console.error(line))
  try {
    const ctx = await createContext(config, url, resources)
    const { deletedCount, keptIds } = await prepareRestored(ctx, deletedAccounts?.accounts ?? [])
    if (deletedAccounts !== undefined) {
      console.log(
        `Deleted ${deletedCount} accounts again that were deleted after the backup. The list is as of ${deletedAccounts.asOf}.`,
      )
    }
    if (keptIds.length > 0) {
      console.error(
        `These accounts had been deleted but own a group in the backup, or are super admins: ${keptIds.join(', ')}. ` +
          'Transfer or delete their groups, then delete them under Users.',
      )
    }
  } finally {
    await resources.stop()
  }
}

async function checkInScratch(config: Config, backup: CheckedBackup): Promise<void> {
  const runningUrl = await findDatabase(config)
  const embedded =
    config.databaseUrl === undefined && runningUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, log: (line) => console.error(line) })
      : undefined
  const url = runningUrl ?? embedded?.url ?? ''
  const admin = new Client({
    connectionString: config.databaseUrl === undefined ? superuserUrl(url) : url,
  })
  try {
    await admin.connect()
    const scratchUrl = new URL(url)
    const name = `${scratchUrl.pathname.slice(1)}_backup_check`
    scratchUrl.pathname = `/${name}`
    const quotedName = admin.escapeIdentifier(decodeURIComponent(name))
    await admin.query(`drop database if exists ${quotedName} with (force)`)
    const ownerClause = config.databaseUrl === undefined ? ` owner ${APP_DATABASE}` : ''
    await admin.query(`create database ${quotedName}${ownerClause}`)
    try {
      const { tables, rows } = await restoreBackup(backup, scratchUrl.href)
      console.log(`Restored and compared ${rows} rows of ${tables} tables. The backup is good.`)
    } finally {
      await admin.query(`drop database ${quotedName} with (force)`)
    }
  } finally {
    await admin.end()
    await embedded?.stop()
  }
}
