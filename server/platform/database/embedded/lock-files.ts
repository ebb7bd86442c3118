import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterIdentity, isPostmaster } from './processes.ts'
import { SOCKET_PORT } from './server-settings.ts'
import { codeOf } from './start-error.ts'

/** The content of postmaster.pid, which a server writes. */
export interface LockFile {
  pid: number
  socketDirectory: string
  /** Whether it accepts connections; false while it starts, recovers or stops. */
  ready: boolean
  /** The whole content of the file. */
  lockFile: string
}

const SETTLE_MS = 100

/** Reads postmaster.pid in a data directory. Returns undefined when there is none. */
export async function readLockFile(directory: string): Promise<LockFile | undefined> {
  const lockFile = await readIfThere(join(directory, 'postmaster.pid'))
  if (lockFile === undefined) return undefined
  // Process id, data directory, start time, port, socket directory, address, memory key, status.
  const lines = lockFile.split('\n')
  return {
    pid: Number(lines[0]),
    socketDirectory: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
    lockFile,
  }
}

/**
 * Removes the lock files of a dead server: the data directory's and the socket's. PostgreSQL honors
 * them as long as any process of the same user has their process id. That may be another process
 * (after a reboot), or a dead one that its parent has not reaped yet.
 */
export async function removeDeadLockFiles(
  cluster: ClusterIdentity,
  socketDirectory: string,
): Promise<void> {
  for (const path of [
    join(cluster.directory, 'postmaster.pid'),
    join(socketDirectory, `.s.PGSQL.${SOCKET_PORT}.lock`),
  ]) {
    const content = await readSettled(path)
    if (content === undefined) continue
    if (!(await isPostmaster(Number(content.split('\n')[0]), cluster))) await remove(path, content)
  }
}

/** Reads a lock file. It is written a moment after it is created, and stays empty on a full disk. */
async function readSettled(path: string): Promise<string | undefined> {
  const content = await readIfThere(path)
  if (content !== '') return content
  await sleep(SETTLE_MS)
  return readIfThere(path)
}

/**
 * Removes a dead lock file. Another start may have replaced it with a live one since we read it, so
 * it is renamed first, and put back if it is not the one we read.
 */
async function remove(path: string, content: string): Promise<void> {
  const aside = `${path}.dead-${process.pid}`
  try {
    await rename(path, aside)
    if ((await readIfThere(aside)) !== content) await link(aside, path)
  } catch (error) {
    // It is gone or was replaced. Either way it is not ours to remove.
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  }
  await rm(aside, { force: true })
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
