import { execFile } from 'node:child_process'
import { link, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from './start-error.ts'

interface Seen {
  pid: number
  parent: number
  uid: number
  /** The command line. A backend overwrites its own with 'postgres: <cluster name>: …'. */
  command: string
  /** The working directory; unknown when the kernel does not reveal it (macOS, containers). */
  cwd: string | undefined
}

/** What identifies the processes of one cluster. */
export interface ClusterIdentity {
  /** The data directory, absolute and without symbolic links. */
  directory: string
  /** `cluster_name`, which is part of every backend's process title. */
  name: string
  /** The uid that owns the directory and so runs its server. */
  uid: number
}

/** Returns whether a process with this id exists, no matter which user owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Returns whether a process is the postmaster of the cluster. Checks its uid, command and directory,
 * since any process may have the id from a stale file by now, as is usual after a reboot.
 */
export async function isPostmaster(pid: number, cluster: ClusterIdentity): Promise<boolean> {
  return (await listProcesses(pid)).some((seen) => isPostmasterOf(seen, cluster))
}

/**
 * Returns the backends that outlived this cluster's postmaster (killed with -9). They still hold its shared
 * memory, so no new server can start. Never includes children of a live postmaster.
 */
export async function orphans(cluster: ClusterIdentity): Promise<number[]> {
  const all = await listProcesses()
  const postmasters = new Set(all.filter((p) => isPostmasterOf(p, cluster)).map((p) => p.pid))
  return all
    .filter((p) => p.uid === cluster.uid && p.command.startsWith('postgres: '))
    .filter((p) =>
      p.cwd === undefined
        ? p.command.startsWith(`postgres: ${cluster.name}: `)
        : p.cwd === cluster.directory,
    )
    .filter((p) => !postmasters.has(p.parent))
    .map((p) => p.pid)
}

function isPostmasterOf(seen: Seen, cluster: ClusterIdentity): boolean {
  if (seen.uid !== cluster.uid || seen.command.startsWith('postgres: ')) return false
  if (!/(^|\/)postgres /.test(seen.command)) return false
  return seen.cwd === cluster.directory || seen.command.includes(` -D ${cluster.directory} `)
}

/** Lists all processes, or only the one with this id. */
async function listProcesses(pid?: number): Promise<Seen[]> {
  if (process.platform === 'linux') {
    const names = pid === undefined ? await readdir('/proc') : [String(pid)]
    const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(lookProc))
    return all.filter((seen) => seen !== undefined)
  }
  const which = pid === undefined ? ['-ax'] : ['-p', String(pid)]
  const args = [...which, '-ww', '-o', 'pid=,ppid=,uid=,command=']
  const { stdout } = await promisify(execFile)('ps', args).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line)
    if (!found) return []
    const [id = 0, parent = 0, uid = 0] = found.slice(1, 4).map(Number)
    return [{ pid: id, parent, uid, command: `${found[4]} `, cwd: undefined }]
  })
}

async function lookProc(pid: string): Promise<Seen | undefined> {
  try {
    const [{ uid }, status, command] = await Promise.all([
      stat(`/proc/${pid}`),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The name in parentheses may contain anything, so count from the last parenthesis.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return { pid: Number(pid), parent, uid, command: command.replaceAll('\0', ' '), cwd }
  } catch {
    return undefined
  }
}

/** The content of postmaster.pid, which a server writes. */
export interface LockFile {
  pid: number
  socketDirectory: string
  /** Whether it accepts connections; false while it starts, recovers or stops. */
  ready: boolean
  /** The whole text of the file. */
  lockFileContent: string
}

/** The port of all servers. It is only part of the socket's name, and each data directory has its own. */
export const SOCKET_PORT = 5432

const SETTLE_MS = 100

/** Reads postmaster.pid in a data directory. Returns undefined when there is none. */
export async function readLockFile(directory: string): Promise<LockFile | undefined> {
  const lockFileContent = await readIfThere(join(directory, 'postmaster.pid'))
  if (lockFileContent === undefined) return undefined
  // Process id, data directory, start time, port, socket directory, address, memory key, status.
  const lines = lockFileContent.split('\n')
  return {
    pid: Number(lines[0]),
    socketDirectory: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
    lockFileContent,
  }
}

/**
 * Removes the lock files of a dead server: the data directory's and the socket's. PostgreSQL honors them as
 * long as any process of the same user has their process id, even an unrelated or dead one.
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

/** Removes a dead lock file: renames it, and puts it back if another start has replaced it since. */
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
