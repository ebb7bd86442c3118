import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chooseLocation, shortHash } from './cluster-location.ts'
import { SUPERUSER } from './create-cluster.ts'
import { APP_DATABASE } from './ownership.ts'
import { socketUrl } from './postmaster.ts'
import { isPostmaster, readLockFile } from './processes.ts'

export interface FoundCluster {
  /** PostgreSQL's data directory. */
  readonly directory: string
  /** Whether the directory contains a database. */
  readonly exists: boolean
  /** The URL of the app's database; undefined if its server is not running. */
  readonly url: string | undefined
}

/** Finds the embedded database in DATA_DIR, without starting it. @throws DatabaseStartError */
export async function findCluster(dataDir: string): Promise<FoundCluster> {
  const place = await chooseLocation(resolve(dataDir), () => {})
  const { directory, account } = place
  const exists = await access(join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  const server = await readLockFile(directory)
  const identity = { directory, name: `fourball-${shortHash(directory)}`, uid: account.uid }
  const isRunning = server?.ready === true && (await isPostmaster(server.pid, identity))
  return {
    directory,
    exists,
    url: isRunning ? socketUrl(server.socketDirectory, APP_DATABASE, APP_DATABASE) : undefined,
  }
}

/** Turns the URL of the app's embedded database into the superuser's URL for the same server. */
export function superuserUrl(url: string): string {
  const address = new URL(url)
  address.username = SUPERUSER
  address.pathname = '/postgres'
  return address.href
}
