import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

interface Seen {
  pid: number
  parent: number
  uid: number
  /** The command line. A backend overwrites its own with 'postgres: <cluster name>: …'. */
  command: string
  /** The working directory; unknown when the kernel does not reveal it (macOS, containers). */
  cwd?: string
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
  if (!isAlive(pid)) return false
  const seen = await look(pid)
  return seen !== undefined && isPostmasterOf(seen, cluster)
}

/**
 * Returns the backends that outlived this cluster's postmaster (killed with -9). They still hold its
 * shared memory, and no new server can start until they are gone. Never includes children of a live
 * postmaster.
 */
export async function orphans(cluster: ClusterIdentity): Promise<number[]> {
  const all = process.platform === 'linux' ? await listProc() : await listPs()
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

async function look(pid: number): Promise<Seen | undefined> {
  if (process.platform === 'linux') return lookProc(pid)
  return (await listPs(pid))[0]
}

async function lookProc(pid: number): Promise<Seen | undefined> {
  try {
    const [owner, status, command] = await Promise.all([
      stat(`/proc/${pid}`),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The name in parentheses may contain anything, so count from the last parenthesis.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    const seen = { pid, parent, uid: owner.uid, command: command.replaceAll('\0', ' ') }
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return cwd === undefined ? seen : { ...seen, cwd }
  } catch {
    return undefined
  }
}

async function listProc(): Promise<Seen[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(pids.map(lookProc))
  return all.filter((seen) => seen !== undefined)
}

async function listPs(pid?: number): Promise<Seen[]> {
  const which = pid === undefined ? ['-ax'] : ['-p', String(pid)]
  const columns = ['-ww', '-o', 'pid=,ppid=,uid=,command=']
  const { stdout } = await promisify(execFile)('ps', [...which, ...columns]).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line)
    if (!found) return []
    const [, id, parent, uid, command] = found
    return [{ pid: Number(id), parent: Number(parent), uid: Number(uid), command: `${command} ` }]
  })
}
