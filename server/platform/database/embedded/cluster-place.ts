import { createHash } from 'node:crypto'
import { chmod, chown, lchown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  type Account,
  canEnter,
  isRoot,
  ownAccount,
  unprivilegedAccount,
} from './database-account.ts'
import { codeOf, DatabaseStartError, explain } from './start-error.ts'

/** The version that our binaries read and write; each has a directory of its own. */
export const POSTGRES_MAJOR = 18
export const CLUSTER_NAME = `postgres-${POSTGRES_MAJOR}`

/** Where root keeps what PostgreSQL's user cannot reach elsewhere. */
export const ROOTS_PLACE = '/var/lib/fourball'
/** Linux allows 107 bytes for a socket's path, macOS 103; '/.s.PGSQL.5432.lock' is not bound. */
const LONGEST_SOCKET_PATH = 100

export interface ClusterPlace {
  /** the directory that was asked for, as the person knows it */
  asked: string
  /** the directory that holds the cluster: `asked`, unless PostgreSQL's user cannot enter it */
  place: string
  /** PostgreSQL's data directory, which may not exist yet */
  directory: string
  /** whom PostgreSQL runs as */
  account: Account
  /** where a copy of the binaries would go */
  binariesInto: string
}

/**
 * Decides where the cluster lives and who runs it, and creates the directories above it.
 *
 * An ordinary user runs PostgreSQL as themselves. Root runs it as the owner of the cluster where
 * one exists, else as an unprivileged user; a path that this user cannot enter (/root/…) is
 * replaced by one under /var/lib/fourball that is always the same for the same asked path.
 * @throws DatabaseStartError, or the errno error of the file system
 */
export async function choosePlace(
  dataDir: string,
  log: (line: string) => void,
): Promise<ClusterPlace> {
  const asked = resolve(dataDir)
  await makeDirectory(asked)
  const real = await realpath(asked)
  const existing = await findCluster(real)
  if (!isRoot()) {
    const account = ownAccount()
    if (existing && existing.owner.uid !== account.uid) {
      throw new DatabaseStartError(
        `The database in ${asked} belongs to ${existing.owner.name}: start Fourball as that user ` +
          'or as root, or set DATA_DIR to another directory.',
      )
    }
    return placeIn(asked, real, account, existing, real)
  }

  const account = await accountFor(existing)
  const enterable = await canEnter(account, existing ? dirname(existing.directory) : real)
  if (existing && !enterable) {
    throw new DatabaseStartError(
      `The database in ${asked} belongs to ${account.name}, who cannot enter that path any ` +
        `more. Allow it (chmod o+x on each directory above), or set DATA_DIR.`,
    )
  }
  const ours = join(ROOTS_PLACE, shortHash(real))
  const elsewhere = existing ? undefined : await findCluster(ours)
  // once started elsewhere, always elsewhere: else a chmod would make all data seem lost
  if (enterable && !elsewhere) return placeIn(asked, real, account, existing, ROOTS_PLACE)
  await makeDirectory(ours).catch((error: unknown) => {
    throw explain(error, ours)
  })
  log(`The database of ${asked}, which ${account.name} cannot enter, is kept in ${ours}.`)
  return placeIn(asked, ours, await accountFor(elsewhere), elsewhere, ROOTS_PLACE)
}

/**
 * Creates a directory, and those above it, that PostgreSQL's user can pass through. (Node's own
 * `recursive` answers ENOENT where the truth is a read-only disk.)
 */
export async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return
  try {
    await mkdir(path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isDirectory(path))) return
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path))
    await mkdir(path)
  }
  // under a strict umask of root the database's user could not pass through what we just made
  if (isRoot()) await chmod(path, 0o755)
}

/**
 * The directory of the server's socket: in the data directory, which is private already, or for
 * deep paths a private one in /tmp. The same data directory always has the same one.
 */
export async function socketDirectoryOf({
  directory,
  account,
}: Pick<ClusterPlace, 'directory' | 'account'>): Promise<string> {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return directory
  const short = `/tmp/fourball-${account.uid}-${shortHash(directory)}`
  await mkdir(short, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const found = await lstat(short)
  if (found.uid === 0 && isRoot()) await chown(short, account.uid, account.gid)
  const safe = found.isDirectory() && (found.mode & 0o077) === 0
  if (!safe || (found.uid !== account.uid && !(found.uid === 0 && isRoot()))) {
    throw new DatabaseStartError(
      `${short}, where the database's socket belongs, is not private to ${account.name}. ` +
        'Remove it, or set DATA_DIR to a shorter path.',
    )
  }
  return short
}

/** Gives everything to the account: for a cluster that root copied or restored. */
export async function giveTo(account: Account, path: string): Promise<void> {
  await lchown(path, account.uid, account.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const entry of await readdir(path)) await giveTo(account, join(path, entry))
}

export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

interface Found {
  directory: string
  owner: Account
}

function placeIn(
  asked: string,
  place: string,
  account: Account,
  existing: Found | undefined,
  binariesInto: string,
): ClusterPlace {
  const directory = existing?.directory ?? join(place, CLUSTER_NAME)
  return { asked, place, directory, account, binariesInto }
}

/** The cluster may be a symbolic link to another disk; its processes know only the real path. */
async function findCluster(place: string): Promise<Found | undefined> {
  try {
    const directory = await realpath(join(place, CLUSTER_NAME))
    const { uid, gid } = await stat(directory)
    return { directory, owner: { name: `uid ${uid}`, uid, gid } }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whom root lets run it: the owner, unless that is root, as after a copy. */
async function accountFor(existing: Found | undefined): Promise<Account> {
  return existing && existing.owner.uid !== 0 ? existing.owner : unprivilegedAccount()
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
