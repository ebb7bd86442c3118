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
import { codeOf, DatabaseStartError } from './start-error.ts'

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
  const existing = await ownerOfCluster(real)
  if (!isRoot()) {
    const account = ownAccount()
    if (existing && existing.uid !== account.uid) {
      throw new DatabaseStartError(
        `The database in ${asked} belongs to uid ${existing.uid}: start Fourball as that user or ` +
          'as root, or set DATA_DIR to another directory.',
      )
    }
    return placeIn(asked, real, account, real)
  }

  const account = existing?.uid ? existing : await unprivilegedAccount()
  const ours = join(ROOTS_PLACE, shortHash(real))
  const enterable = await canEnter(account, real)
  if (existing && !enterable) {
    throw new DatabaseStartError(
      `The database in ${asked} belongs to user ${account.name}, who cannot enter that path any ` +
        `more. Allow it (chmod o+x on each directory above), or set DATA_DIR.`,
    )
  }
  // once started elsewhere, always elsewhere: else a chmod would make all data seem lost
  if (existing || (enterable && !(await ownerOfCluster(ours)))) {
    return placeIn(asked, real, account, ROOTS_PLACE)
  }
  await makeDirectory(ours)
  log(`User ${account.name}, who runs the database, cannot enter ${asked}: it is kept in ${ours}.`)
  return placeIn(asked, ours, (await ownerOfCluster(ours)) ?? account, ROOTS_PLACE)
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

function placeIn(
  asked: string,
  place: string,
  account: Account,
  binariesInto: string,
): ClusterPlace {
  return { asked, place, directory: join(place, CLUSTER_NAME), account, binariesInto }
}

async function ownerOfCluster(place: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(join(place, CLUSTER_NAME))
    return { name: `uid ${uid}`, uid, gid }
  } catch {
    return undefined
  }
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
