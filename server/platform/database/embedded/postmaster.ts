import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, open, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClusterIdentity,
  type ClusterLocation,
  clusterNameOf,
  credentials,
  isRoot,
  socketDirectoryOf,
} from './cluster-location.ts'
import {
  findOrphans,
  isAlive,
  isPostmaster,
  type LockFile,
  readLockFile,
  removeDeadLockFiles,
  SOCKET_PORT,
} from './processes.ts'

export interface Cluster extends ClusterLocation {
  postgres: string
  logFile: string
  settings: Record<string, string>
}

export type RunningServer = Awaited<ReturnType<typeof ensureRunning>>

const POLL_MS = 8
const MAX_LOG_BYTES = 256 * 1024
const SLOW_MS = 5_000
const FAST_SHUTDOWN_MS = 60_000
const ORPHAN_EXIT_MS = 3_000

/** Returns the running server of a cluster, or starts one. @throws Error with the output of a failed start */
export async function ensureRunning(cluster: Cluster, log: (line: string) => void) {
  const slowTimer = setTimeout(log, SLOW_MS, `Waiting for the database in ${cluster.directory}.`)
  try {
    // If true, the caller should wait, because the owner of the dead server may be about to restart it.
    let previousServerDied = false
    for (;;) {
      const lockFile = await readLockFile(cluster.directory)
      if (lockFile && (await isPostmaster(lockFile.pid, cluster))) {
        if (lockFile.isReady) return { ...lockFile, startedByUs: false, previousServerDied }
        await sleep(POLL_MS)
        continue
      }
      if (lockFile) {
        previousServerDied = true
        await killOrphans(cluster)
      }
      await removeDeadLockFiles(cluster, await socketDirectoryOf(cluster))
      const server = await launch(cluster)
      if (server) return { ...server, startedByUs: true, previousServerDied }
    }
  } finally {
    clearTimeout(slowTimer)
  }
}

/**
 * Sends SIGINT, and after a minute SIGQUIT, which is safe: the next start replays the write-ahead log.
 * @throws Error if the server still runs after another minute
 */
export async function stopServer(cluster: ClusterIdentity, pid: number): Promise<void> {
  const isRunning = () => isPostmaster(pid, cluster)
  if (!(await isRunning())) return
  for (const name of ['SIGINT', 'SIGQUIT'] as const) {
    signal(pid, name)
    if (await waitUntilGone(isRunning, FAST_SHUTDOWN_MS)) return
  }
  throw new Error(`The database process ${pid} did not stop`)
}

/** Starts a server. @returns undefined if another app started one first, or if a retry might succeed */
async function launch(cluster: Cluster): Promise<LockFile | undefined> {
  const socketDirectory = await socketDirectoryOf(cluster)
  const serverLog = await openLog(cluster)
  const child = spawnServer(cluster, socketDirectory, [
    'ignore',
    serverLog.handle.fd,
    serverLog.handle.fd,
  ])
  await serverLog.handle.close()
  // A running server must not keep this process alive. stopServer() shuts it down in an orderly way.
  child.process.unref()
  const server = await child.waitUntilReady()
  if (server) return server
  const lockFile = await readLockFile(cluster.directory)
  if (lockFile && (await isPostmaster(lockFile.pid, cluster))) return
  const content = await readFile(cluster.logFile).catch(() => Buffer.alloc(0))
  const output = content.subarray(serverLog.size).toString()
  if (output.includes('lock file "postmaster.pid" already exists')) return
  if (output.includes('pre-existing shared memory block') && (await killOrphans(cluster))) return
  const refusal = output || (await readStartError(cluster, socketDirectory))
  if (refusal === undefined) return
  throw new Error(refusal)
}

/**
 * Starts the server again and reads its error through a pipe, because the log stays empty on a full disk.
 * Returns undefined if the server starts this time.
 */
async function readStartError(
  cluster: Cluster,
  socketDirectory: string,
): Promise<string | undefined> {
  const child = spawnServer(cluster, socketDirectory, ['ignore', 'ignore', 'pipe'])
  let output = ''
  child.process.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  if (!(await child.waitUntilReady())) return output
  child.process.kill('SIGINT')
  await once(child.process, 'close')
  return undefined
}

function spawnServer(cluster: Cluster, socketDirectory: string, stdio: StdioOptions) {
  const settings = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // The setting is a list. The quotes keep a comma in the path from splitting the path.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: clusterNameOf(cluster),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The data fits in memory, so worker processes for reading ahead would be overhead.
    io_method: 'sync',
    jit: 'off',
    ...cluster.settings,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(
    cluster.postgres,
    ['-D', cluster.directory, ...options],
    // Ctrl-C goes to the whole process group, and the app still needs the database to finish requests.
    { ...credentials(cluster.account), cwd: '/', env: serverEnvironment(), stdio, detached: true },
  )
  const closed = once(child, 'close')
  // If `spawn` fails while nothing awaits this promise, the unhandled rejection would end the app.
  closed.catch(() => {})
  return {
    process: child,
    async waitUntilReady(): Promise<LockFile | undefined> {
      for (;;) {
        const lockFile = await readLockFile(cluster.directory)
        const isRunning = child.exitCode === null && child.signalCode === null
        if (lockFile?.isReady && lockFile.pid === child.pid && isRunning) return lockFile
        if (await Promise.race([closed, sleep(POLL_MS)])) return undefined
      }
    },
  }
}

async function killOrphans(cluster: ClusterIdentity): Promise<boolean> {
  const orphans = await findOrphans(cluster)
  for (const pid of orphans) signal(pid, 'SIGQUIT')
  const areOrphansLeft = async () =>
    (await findOrphans(cluster)).some((pid) => orphans.includes(pid))
  if (!(await waitUntilGone(areOrphansLeft, ORPHAN_EXIT_MS))) {
    for (const pid of await findOrphans(cluster)) signal(pid, 'SIGKILL')
    await waitUntilGone(areOrphansLeft, ORPHAN_EXIT_MS)
  }
  return orphans.length > 0
}

async function openLog({ logFile, account }: Cluster) {
  // An unprivileged user may own the directory. Root must not write through a symbolic link of that user.
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
  const handle = await open(logFile, flags, 0o600)
  // The account that runs the server may start the app next time. Then it must be able to write to the log.
  if (isRoot()) await handle.chown(account.uid, account.gid)
  const { size } = await handle.stat()
  if (size <= MAX_LOG_BYTES) return { handle, size }
  await handle.truncate(0)
  return { handle, size: 0 }
}

async function waitUntilGone(
  isPresent: () => Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (await isPresent()) {
    if (Date.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, name)
}

/** `log_min_messages=log` keeps failed statements, which contain personal data, out of the log file. */
export const DURABLE_SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '48MB',
  max_connections: '100',
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  log_min_messages: 'log',
}

/** Leaves out the app's PG… and LC_… variables, and secrets, which PostgreSQL's user could read. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin', LD_LIBRARY_PATH } = process.env
  return { LC_ALL: 'C', TZ: 'UTC', PATH, LD_LIBRARY_PATH }
}

export function socketUrl(socketDirectory: string, user: string, database: string): string {
  const host = encodeURIComponent(socketDirectory)
  return `postgres://${user}@localhost:${SOCKET_PORT}/${database}?host=${host}&sslmode=disable`
}
