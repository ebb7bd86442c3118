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
  /** Whether a database is there. */
  readonly exists: boolean
  /** The app's database, if a server is running on it. */
  readonly url: string | undefined
}

/** Finds the embedded database of a data directory, without starting it. @throws DatabaseStartError */
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

/** Returns the superuser's address of the embedded server on which a database is. */
export function superuserUrl(url: string): string {
  const address = new URL(url)
  address.username = SUPERUSER
  address.pathname = '/postgres'
  return address.href
}
