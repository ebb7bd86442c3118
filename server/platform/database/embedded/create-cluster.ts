import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Binaries, clearLeftovers, createDirectoryAtomically } from './binaries.ts'
import {
  CLUSTER_NAME,
  type ClusterLocation,
  credentials,
  isRoot,
  POSTGRES_MAJOR,
  type UnixUser,
} from './cluster-location.ts'
import { serverEnvironment } from './postmaster.ts'
import { codeOf, DatabaseStartError } from './start-error.ts'

export const SUPERUSER = 'postgres'

export async function ensureCluster(
  location: ClusterLocation,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  await clearLeftovers(join(location.parent, CLUSTER_NAME))
  if (await isCluster(location)) {
    await fixOwnership(location)
    return
  }
  await refuseOtherVersions(location)
  log(`Creating the database in ${location.directory}.`)
  await createDirectoryAtomically(location.directory, (temporaryDirectory) =>
    initialize(temporaryDirectory, location.account, binaries, []),
  )
}

export async function initialize(
  directory: string,
  account: UnixUser,
  binaries: Binaries,
  flags: string[],
): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  if (isRoot()) await chown(directory, account.uid, account.gid)
  // `trust` is safe, because only this account and root can enter the directory of the server's socket. The
  // built-in locale provider sorts the same on every machine.
  const fixedFlags =
    '--auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'
  const args = ['-D', directory, '-U', SUPERUSER, ...fixedFlags.split(' '), '--no-instructions']
  // One syncfs for a thousand files takes a tenth of the time of a thousand fsyncs.
  const syncFlags = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  await run(binaries.initdb, [...args, ...syncFlags, ...flags], account)
}

async function isCluster({ directory, requestedDirectory }: ClusterLocation): Promise<boolean> {
  const entries = await readdir(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return false
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === String(POSTGRES_MAJOR)) return true
  const what = version ? `a database of PostgreSQL ${version.trim()}` : 'not a database'
  throw new DatabaseStartError(
    `${directory} is ${what}, but Fourball needs PostgreSQL ${POSTGRES_MAJOR}. ` +
      `Move it away, or set DATA_DIR to a directory other than ${requestedDirectory}.`,
  )
}

/** A new cluster beside one of another version would make all data seem lost. */
async function refuseOtherVersions({ parent }: ClusterLocation): Promise<void> {
  const clusters = (await readdir(parent)).filter((entry) => /^postgres-\d+$/.test(entry))
  const other = clusters.find((entry) => entry !== CLUSTER_NAME)
  if (!other) return
  throw new DatabaseStartError(
    `${join(parent, other)} was created by another version; this one needs PostgreSQL ` +
      `${POSTGRES_MAJOR}. Restore a backup into it, or set DATA_DIR to another directory.`,
  )
}

/** PostgreSQL refuses a data directory that root owns or that others can access. */
async function fixOwnership({ directory, account }: ClusterLocation): Promise<void> {
  const { uid, mode } = await stat(directory)
  if (uid === 0 && isRoot()) {
    await promisify(execFile)('chown', ['-hR', `${account.uid}:${account.gid}`, directory])
  }
  if ((mode & 0o077) !== 0) await chmod(directory, 0o700)
}

async function run(program: string, args: string[], account: UnixUser): Promise<void> {
  const child = spawn(program, args, {
    ...credentials(account),
    cwd: dirname(program),
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C must reach only this process, so that it can remove the incomplete cluster.
    detached: true,
  })
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (child.exitCode !== 0) throw new Error(output + errors)
}
