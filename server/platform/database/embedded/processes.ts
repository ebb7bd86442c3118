import { execFile } from 'node:child_process'
import { link, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ClusterIdentity, clusterNameOf } from './cluster-location.ts'
import { codeOf } from './start-error.ts'

interface ProcessInfo {
  pid: number
  parent: number
  uid: number
  /** The command line. A PostgreSQL backend replaces its own with 'postgres: <cluster name>: …'. */
  command: string
  /** The working directory; undefined when the kernel does not reveal it (macOS, containers). */
  cwd: string | undefined
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Returns whether a process is the postmaster. A stale lock file may name an unrelated process. */
export async function isPostmaster(pid: number, cluster: ClusterIdentity): Promise<boolean> {
  return (await listProcesses(pid)).some((info) => isPostmasterOf(info, cluster))
}

/** Returns the backends that outlived the postmaster. They keep a new server from starting. */
export async function findOrphans(cluster: ClusterIdentity): Promise<number[]> {
  const all = await listProcesses()
  const postmasters = new Set(all.filter((p) => isPostmasterOf(p, cluster)).map((p) => p.pid))
  const isBackend = ({ uid, command, cwd }: ProcessInfo) =>
    uid === cluster.account.uid &&
    (cwd ?? cluster.directory) === cluster.directory &&
    command.startsWith(cwd === undefined ? `postgres: ${clusterNameOf(cluster)}: ` : 'postgres: ')
  return all.filter((p) => isBackend(p) && !postmasters.has(p.parent)).map((p) => p.pid)
}

function isPostmasterOf(info: ProcessInfo, cluster: ClusterIdentity): boolean {
  if (info.uid !== cluster.account.uid || info.command.startsWith('postgres: ')) return false
  if (!/(^|\/)postgres /.test(info.command)) return false
  return info.cwd === cluster.directory || info.command.includes(` -D ${cluster.directory} `)
}

async function listProcesses(pid?: number): Promise<ProcessInfo[]> {
  if (process.platform === 'linux') {
    const names = pid === undefined ? await readdir('/proc') : [String(pid)]
    const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readProc))
    return all.filter((info) => info !== undefined)
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

async function readProc(pid: string): Promise<ProcessInfo | undefined> {
  try {
    const [{ uid }, status, command] = await Promise.all([
      stat(`/proc/${pid}`),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The process name in parentheses may contain anything, so count the fields after the last parenthesis.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return { pid: Number(pid), parent, uid, command: command.replaceAll('\0', ' '), cwd }
  } catch {
    return undefined
  }
}

export type LockFile = NonNullable<Awaited<ReturnType<typeof readLockFile>>>

/** The port only appears in the name of the socket, and each server's socket is in a different directory. */
export const SOCKET_PORT = 5432

const SETTLE_MS = 100

export async function readLockFile(directory: string) {
  const lockFileContent = await readIfThere(join(directory, 'postmaster.pid'))
  if (lockFileContent === undefined) return undefined
  // The lines: process id, data directory, start time, port, socket directory, address, memory key, status.
  const lines = lockFileContent.split('\n')
  return {
    pid: Number(lines[0]),
    socketDirectory: lines[4] ?? '',
    isReady: lines[7]?.trim() === 'ready',
    lockFileContent,
  }
}

/** Removes dead servers' lock files. PostgreSQL respects a lock file if any process has the id in it. */
export async function removeDeadLockFiles(cluster: ClusterIdentity, socketDirectory: string) {
  for (const path of [
    join(cluster.directory, 'postmaster.pid'),
    join(socketDirectory, `.s.PGSQL.${SOCKET_PORT}.lock`),
  ]) {
    const content = await readSettled(path)
    if (content === undefined) continue
    if (!(await isPostmaster(Number(content.split('\n')[0]), cluster)))
      await removeLockFile(path, content)
  }
}

/** Reads an empty lock file a second time: PostgreSQL creates the file empty and fills it a moment later. */
async function readSettled(path: string): Promise<string | undefined> {
  const content = await readIfThere(path)
  if (content !== '') return content
  await sleep(SETTLE_MS)
  return readIfThere(path)
}

/** Removes a dead server's lock file by renaming it. If it is another server's file by now, puts it back. */
async function removeLockFile(path: string, content: string): Promise<void> {
  const renamed = `${path}.dead-${process.pid}`
  try {
    await rename(path, renamed)
    if ((await readIfThere(renamed)) !== content) await link(renamed, path)
  } catch (error) {
    // The file is gone, or yet another server has created one. Either way, leave `path` as it is.
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  }
  await rm(renamed, { force: true })
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
}
