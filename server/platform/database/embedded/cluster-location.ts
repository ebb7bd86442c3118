import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, DatabaseStartError, toStartError } from './start-error.ts'

export const POSTGRES_MAJOR = 18
export const CLUSTER_NAME = `postgres-${POSTGRES_MAJOR}`

/** If root runs the app and PostgreSQL's user cannot enter DATA_DIR, the cluster is under this directory. */
export const ROOT_DATA_DIR = '/var/lib/fourball'
/** In bytes. Linux allows 107 for a socket's path, macOS 103. */
const LONGEST_SOCKET_PATH = 100

export interface ClusterIdentity {
  /** PostgreSQL's data directory, absolute and without symbolic links. It is not DATA_DIR itself. */
  directory: string
  account: UnixUser
}

export interface ClusterLocation extends ClusterIdentity {
  /** DATA_DIR, as an absolute path. */
  requestedDirectory: string
  /** Contains the cluster: `requestedDirectory`, unless PostgreSQL's user cannot enter that directory. */
  parent: string
}

/**
 * Decides where the cluster is and which account runs the cluster, and creates the cluster's parent
 * directories. If the app runs as root, that account is the owner of an existing cluster, or else an
 * unprivileged user. A path that this user cannot enter (/root/…) is replaced by one under /var/lib/fourball,
 * always the same one for the same requested path.
 * @throws DatabaseStartError, or the file system's error with its errno code
 */
export async function chooseLocation(dataDir: string, log: (line: string) => void) {
  const requestedDirectory = resolve(dataDir)
  await makeDirectory(requestedDirectory)
  const realDirectory = await realpath(requestedDirectory)
  const { directory, owner } = await locate(realDirectory)
  if (!isRoot()) {
    const account = ownAccount()
    if (owner && owner.uid !== account.uid) {
      throw new DatabaseStartError(
        `The database in ${requestedDirectory} belongs to ${owner.name}: start Fourball as that user ` +
          'or as root, or set DATA_DIR to another directory.',
      )
    }
    return { requestedDirectory, parent: realDirectory, directory, account }
  }

  const account = await accountFor(owner)
  const requestedLocation = { requestedDirectory, parent: realDirectory, directory, account }
  const isEnterable = await canEnter(account, owner ? dirname(directory) : realDirectory)
  if (owner && isEnterable) return requestedLocation
  if (owner) {
    throw new DatabaseStartError(
      `The database in ${requestedDirectory} belongs to ${account.name}, who can no longer enter ` +
        `that path. Allow it (chmod o+x on each directory above), or set DATA_DIR.`,
    )
  }
  const parent = join(ROOT_DATA_DIR, shortHash(realDirectory))
  const fallback = await locate(parent)
  // Keep using a cluster under `parent`, even if DATA_DIR is accessible by now: a new one would be empty.
  if (isEnterable && !fallback.owner) return requestedLocation
  await makeDirectory(parent).catch((error: unknown) => {
    throw toStartError(error, parent)
  })
  log(`${account.name} cannot enter ${requestedDirectory}, so the database is kept in ${parent}.`)
  const fallbackAccount = await accountFor(fallback.owner)
  return { requestedDirectory, parent, directory: fallback.directory, account: fallbackAccount }
}

/** Creates a directory and its parents. (Node's `recursive` reports ENOENT when the disk is read-only.) */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const existing = await stat(path).catch(() => undefined)
    if (existing?.isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path))
    await mkdir(path)
  }
  // If root has a strict umask, the database's user could not enter the new directory.
  if (isRoot()) await chmod(path, 0o755)
}

/** Returns the socket's directory: the cluster's, or a private one in /tmp if the path would be too long. */
export async function socketDirectoryOf({ directory, account }: ClusterIdentity): Promise<string> {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return directory
  const shortDirectory = `/tmp/fourball-${account.uid}-${shortHash(directory)}`
  await mkdir(shortDirectory, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const stats = await lstat(shortDirectory)
  const isMadeAsRoot = stats.uid === 0 && isRoot()
  if (isMadeAsRoot) await chown(shortDirectory, account.uid, account.gid)
  const isOurs = isMadeAsRoot || stats.uid === account.uid
  if (!isOurs || !stats.isDirectory() || (stats.mode & 0o077) !== 0) {
    throw new DatabaseStartError(
      `${shortDirectory}, the directory of the database's socket, is not private to ${account.name}. ` +
        'Remove it, or set DATA_DIR to a shorter path.',
    )
  }
  return shortDirectory
}

export const shortHash = (path: string) => hash('sha256', path).slice(0, 12)

/** Returns `cluster_name`, which is part of every backend's process title. */
export function clusterNameOf({ directory }: ClusterIdentity): string {
  return `fourball-${shortHash(directory)}`
}

async function locate(parent: string): Promise<{ directory: string; owner?: UnixUser }> {
  const path = join(parent, CLUSTER_NAME)
  try {
    const directory = await realpath(path)
    const { uid, gid } = await stat(directory)
    return { directory, owner: { name: `uid ${uid}`, uid, gid } }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { directory: path }
    throw error
  }
}

/** Chooses the account if root runs the app. Root may own a copied cluster, but cannot run PostgreSQL. */
async function accountFor(owner: UnixUser | undefined): Promise<UnixUser> {
  return owner && owner.uid !== 0 ? owner : unprivilegedAccount()
}

export interface UnixUser {
  name: string
  uid: number
  gid: number
}

export function ownAccount(): UnixUser {
  const uid = process.getuid?.() ?? -1
  return { name: `uid ${uid}`, uid, gid: process.getgid?.() ?? -1 }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Finds an unprivileged user with a name: initdb accepts no bare uid. @throws DatabaseStartError if none */
export async function unprivilegedAccount(): Promise<UnixUser> {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    // `id` also finds LDAP and macOS accounts, which are not in /etc/passwd.
    const { stdout } = await promisify(execFile)('id', [name]).catch(() => ({ stdout: '' }))
    const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(stdout) ?? []
    if (Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new DatabaseStartError(
    'PostgreSQL refuses to run as root, and this machine has neither a "postgres" nor a "nobody" ' +
      'user. Start Fourball as an ordinary user, or add one: useradd --system postgres',
  )
}

/** Returns whether an account can enter a directory and all its parents. The path has no symbolic links. */
export async function canEnter(account: UnixUser, directory: string): Promise<boolean> {
  if (!(await hasPermission(account, directory, 0o1))) return false
  const parent = dirname(directory)
  return parent === directory || canEnter(account, parent)
}

/** Returns whether a path's mode grants the account all of `bits` (4 read, 2 write, 1 execute or enter). */
export async function hasPermission(account: UnixUser, path: string, bits: number) {
  if (account.uid === 0) return true
  const { mode, uid, gid } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

export function credentials(account: UnixUser): { uid?: number; gid?: number } {
  return isRoot() ? { uid: account.uid, gid: account.gid } : {}
}
