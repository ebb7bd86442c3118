import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, makeBinariesRunnable } from './binaries.ts'
import { chooseLocation, isRoot, ROOT_DATA_DIR } from './cluster-location.ts'
import { ensureCluster, SUPERUSER } from './create-cluster.ts'
import { APP_DATABASE, type Ownership, takeOwnership } from './ownership.ts'
import { type Cluster, DURABLE_SETTINGS, socketUrl, stopServer } from './postmaster.ts'
import { isPostmaster, readLockFile } from './processes.ts'
import { DatabaseInUseError, DatabaseStartError, toStartError } from './start-error.ts'

export { DatabaseStartError }

export type EmbeddedDatabase = ReturnType<typeof supervise>

const MAX_RESTARTS = 5
const RESTARTS_WITHIN_MS = 60_000
const FIRST_RETRY_MS = 100

/**
 * Starts the embedded server, or takes over the one that a killed app left running. If the server dies,
 * restarts it, up to five times a minute. Pools can reconnect to the same `url`. @throws DatabaseStartError
 */
export async function startEmbedded(options: { dataDir: string; log: (line: string) => void }) {
  const { dataDir, log } = options
  try {
    const cluster = await prepare(dataDir, log)
    const ownership = await takeOwnership(cluster, 'newcomer', log)
    if (!ownership.server.startedByUs) {
      log(`Took over a database that was still running in ${cluster.directory}.`)
    }
    return supervise(ownership, cluster, log)
  } catch (error) {
    throw toStartError(error, resolve(dataDir))
  }
}

async function prepare(dataDir: string, log: (line: string) => void): Promise<Cluster> {
  const location = await chooseLocation(dataDir, log)
  const installed = await findBinaries()
  const copyInto = isRoot() ? ROOT_DATA_DIR : location.parent
  const binaries = await makeBinariesRunnable(installed, location.account, copyInto, log)
  await ensureCluster(location, binaries, log)
  return {
    ...location,
    postgres: binaries.postgres,
    logFile: join(location.parent, 'postgres.log'),
    settings: DURABLE_SETTINGS,
  }
}

function supervise(first: Ownership, cluster: Cluster, log: (line: string) => void) {
  const lost = Promise.withResolvers<DatabaseStartError>()
  const lossTimes: number[] = []
  let ownership: Ownership | undefined = first
  let stopping: Promise<void> | undefined
  let restarting: Promise<void> = Promise.resolve()

  const watch = (watched: Ownership) => {
    void watched.connectionEnded.then(() => {
      if (stopping) return
      ownership = undefined
      restarting = restart()
    })
  }

  const restart = async () => {
    log('Lost the connection to the database. Restarting it.')
    for (let pauseMs = FIRST_RETRY_MS; !stopping; pauseMs *= 2) {
      lossTimes.push(Date.now())
      const recentLosses = lossTimes.filter((at) => Date.now() - at < RESTARTS_WITHIN_MS)
      try {
        const newOwnership = await takeOwnership(cluster, 'owner', log)
        ownership = newOwnership
        if (recentLosses.length <= MAX_RESTARTS) {
          log('The database is running again.')
          watch(newOwnership)
          return
        }
        throw new Error(
          `it stopped ${recentLosses.length} times within a minute; see ${cluster.logFile}`,
        )
      } catch (error) {
        if (error instanceof DatabaseInUseError || recentLosses.length > MAX_RESTARTS) {
          lost.resolve(toStartError(error, cluster.requestedDirectory))
          return
        }
        await sleep(pauseMs)
      }
    }
  }

  const stop = async () => {
    await restarting
    if (!ownership) return
    await stopServer(cluster, ownership.server.pid)
    await ownership.release().catch(() => undefined)
    // Removes a socket directory in /tmp. A data directory stays, because it is not empty.
    await rmdir(ownership.server.socketDirectory).catch(() => undefined)
  }

  watch(first)
  return {
    url: socketUrl(first.server.socketDirectory, APP_DATABASE, APP_DATABASE),
    /** The directory that contains the cluster. For root, it can differ from DATA_DIR: see chooseLocation. */
    dataDir: cluster.parent,
    /** Resolves when the database cannot be restarted or another app took it over; never after stop(). */
    lost: lost.promise,
    /** Shuts the server down cleanly, even with open sessions. Safe to call twice, and after `lost`. */
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

export async function findCluster(dataDir: string) {
  const location = await chooseLocation(dataDir, () => {})
  const { directory } = location
  const server = await readLockFile(directory)
  const isRunning = server?.isReady === true && (await isPostmaster(server.pid, location))
  return {
    directory,
    exists: existsSync(join(directory, 'PG_VERSION')),
    url: isRunning ? socketUrl(server.socketDirectory, APP_DATABASE, APP_DATABASE) : undefined,
  }
}

export function superuserUrl(url: string): string {
  const address = new URL(url)
  address.username = SUPERUSER
  address.pathname = '/postgres'
  return address.href
}
