import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterIdentity, isPostmaster } from './processes.ts'
import { SOCKET_PORT } from './server-settings.ts'
import { codeOf } from './start-error.ts'

/** What a server writes into postmaster.pid. */
export interface LockFile {
  pid: number
  socketDirectory: string
  /** it accepts connections; false while it starts, recovers or stops */
  ready: boolean
  /** the whole content */
  lockFile: string
}

const SETTLE_MS = 100

/** Reads postmaster.pid of a data directory; undefined when there is none. */
export async function readLockFile(directory: string): Promise<LockFile | undefined> {
  const lockFile = await readIfThere(join(directory, 'postmaster.pid'))
  if (lockFile === undefined) return undefined
  // process id, data directory, start time, port, socket directory, address, memory key, status
  const lines = lockFile.split('\n')
  return {
    pid: Number(lines[0]),
    socketDirectory: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
    lockFile,
  }
}

/**
 * Removes the lock files of a server that is dead: of the data directory and of the socket.
 * PostgreSQL itself believes in them while any process of the same user has their process id,
 * which may be another one since (after a reboot), or dead but not yet collected by its parent.
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

/** Its maker writes to it a moment after making it; one that stays empty is of a full disk. */
async function readSettled(path: string): Promise<string | undefined> {
  const content = await readIfThere(path)
  if (content !== '') return content
  await sleep(SETTLE_MS)
  return readIfThere(path)
}

/**
 * Another start may have replaced the dead file by a live one since we looked: so it is taken away
 * under another name first, and put back if it is not the one we read.
 */
async function remove(path: string, content: string): Promise<void> {
  const aside = `${path}.dead-${process.pid}`
  try {
    await rename(path, aside)
    if ((await readIfThere(aside)) !== content) await link(aside, path)
  } catch (error) {
    // gone already, or replaced already: either way not ours to remove
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
