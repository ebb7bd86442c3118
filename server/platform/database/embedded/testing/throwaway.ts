import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, makeBinariesRunnable } from '../binaries.ts'
import {
  canEnter,
  isRoot,
  ownAccount,
  ROOT_DATA_DIR,
  type UnixUser,
  unprivilegedAccount,
} from '../cluster-location.ts'
import { initialize, SUPERUSER } from '../create-cluster.ts'
import { ensureRunning, socketUrl } from '../postmaster.ts'
import { DatabaseStartError, toStartError } from '../start-error.ts'

/** A file system in memory, used if it has at least `MIN_MEMORY_BYTES` of free space. */
const MEMORY_DIRECTORY = '/dev/shm'
const MIN_MEMORY_BYTES = 2 ** 31
/** Keeps the socket's path within the 103 bytes that macOS allows. */
const LONGEST_TEMPORARY_PATH = 50

/** With these settings, the data does not survive a crash of the machine. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  max_connections: '300',
  // Keep shared memory in the data directory, so that a killed server leaves nothing behind.
  dynamic_shared_memory_type: 'mmap',
  log_min_messages: 'log',
}

/**
 * A script that waits until its standard input is closed, which happens when we close it or when this process
 * ends in any way. Then it stops the server and removes the directory, $1. A server that was just starting
 * writes its lock file a moment later, so the script looks for the file twice.
 */
const WATCHDOG = `
cat > /dev/null
is_ours() { [ ! -d /proc/self ] || grep -qF "$1" "/proc/$2/cmdline" 2> /dev/null; }
for look in first second; do
  pid=$(head -n 1 "$1/cluster/postmaster.pid" 2> /dev/null)
  if [ -n "$pid" ]; then
    is_ours "$1" "$pid" && kill -QUIT "$pid" 2> /dev/null
    turns=0
    while is_ours "$1" "$pid" && kill -0 "$pid" 2> /dev/null && [ $turns -lt 500 ]; do
      sleep 0.02
      turns=$((turns + 1))
    done
    break
  fi
  [ $look = first ] && sleep 2
done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`

/**
 * Starts a PostgreSQL 18 server for tests in a new temporary directory, without any durability. When stop()
 * is called or this process ends, even by `kill -9`, the server is stopped and the directory is removed.
 * @param inMemory whether to keep the data in memory if enough memory is free. Every test file creates and
 * drops a database of hundreds of files. On a disk, that takes a quarter of the tests' CPU time.
 * @returns `adminUrl`, the connection string of a superuser for the database `postgres`
 * @throws DatabaseStartError
 */
export async function startThrowaway({ inMemory = false } = {}): Promise<{
  adminUrl: string
  stop(): Promise<void>
}> {
  const account = isRoot() ? await unprivilegedAccount() : ownAccount()
  const directory = await createTemporaryDirectory(
    account,
    inMemory && (await hasRoom(MEMORY_DIRECTORY)),
  )
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'throwaway-database', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    // A signal to the test runner's process group must not kill the watchdog.
    detached: true,
  })
  const exited = once(watchdog, 'exit').catch(() => undefined)
  // The watchdog must not keep the test runner from exiting.
  watchdog.unref()
  const stop = async () => {
    watchdog.ref()
    watchdog.stdin.end()
    await exited
  }
  try {
    await once(watchdog, 'spawn')
    const copyInto = isRoot() ? ROOT_DATA_DIR : directory
    const binaries = await makeBinariesRunnable(
      await findBinaries(),
      account,
      copyInto,
      () => undefined,
    )
    const clusterDirectory = join(directory, 'cluster')
    await initialize(clusterDirectory, account, binaries, ['--no-sync'])
    const server = await ensureRunning(
      {
        directory: clusterDirectory,
        requestedDirectory: directory,
        parent: directory,
        account,
        postgres: binaries.postgres,
        logFile: join(directory, 'postgres.log'),
        settings: SETTINGS,
      },
      () => undefined,
    )
    return { adminUrl: socketUrl(server.socketDirectory, SUPERUSER, 'postgres'), stop }
  } catch (error) {
    await stop()
    throw toStartError(error, directory)
  }
}

async function createTemporaryDirectory(account: UnixUser, inMemory: boolean): Promise<string> {
  for (const parent of [...(inMemory ? [MEMORY_DIRECTORY] : []), tmpdir(), '/tmp', '/var/tmp']) {
    const realParent = await realpath(parent).catch(() => undefined)
    if (
      !realParent ||
      realParent.length > LONGEST_TEMPORARY_PATH ||
      !(await canEnter(account, realParent))
    )
      continue
    const directory = await mkdtemp(join(realParent, 'fourball-test-'))
    if (isRoot()) await chmod(directory, 0o711)
    return directory
  }
  throw new DatabaseStartError(
    `User ${account.name} cannot enter any directory for temporary files.`,
  )
}

async function hasRoom(directory: string): Promise<boolean> {
  const stats = await statfs(directory).catch(() => undefined)
  return stats !== undefined && stats.bavail * stats.bsize >= MIN_MEMORY_BYTES
}
