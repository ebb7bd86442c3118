import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseLocation, identityOf } from './cluster-location.ts'
import { SUPERUSER } from './create-cluster.ts'
import { APP_DATABASE } from './ownership.ts'
import { socketUrl } from './postmaster.ts'
import { isPostmaster, readLockFile } from './processes.ts'

/** Finds the embedded database in DATA_DIR, without starting it. @throws DatabaseStartError */
export async function findCluster(dataDir: string) {
  const location = await chooseLocation(dataDir, () => {})
  const { directory } = location
  const server = await readLockFile(directory)
  const isRunning = server?.ready === true && (await isPostmaster(server.pid, identityOf(location)))
  return {
    directory,
    exists: existsSync(join(directory, 'PG_VERSION')),
    /** The URL of the app's database; undefined if its server is not running. */
    url: isRunning ? socketUrl(server.socketDirectory, APP_DATABASE, APP_DATABASE) : undefined,
  }
}

export function superuserUrl(url: string): string {
  const address = new URL(url)
  address.username = SUPERUSER
  address.pathname = '/postgres'
  return address.href
}
