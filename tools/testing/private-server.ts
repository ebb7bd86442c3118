import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installDebianPackages } from '../setup/debian.mjs'

const DEBIAN_SERVERS = '/usr/lib/postgresql'
/** The preferred PostgreSQL version for tests: the oldest one that Fourball supports. */
const OLDEST_POSTGRESQL = 15

export interface PrivateServer {
  /** The URL for a superuser. */
  readonly url: string
  readonly version: string
  stop(): Promise<void>
}

export interface UnixUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Starts a private PostgreSQL server from Debian's binaries, with its data and its Unix socket in a temporary
 * folder. Doesn't affect the system's own PostgreSQL service.
 * @throws Error that says what is missing
 */
export async function startPrivateServer(): Promise<PrivateServer> {
  const bin = findPostgresqlFolder() ?? installServer()
  const { folder, ...options } = unprivilegedOptions()
  const data = path.join(folder, 'data')
  let postgres: ChildProcess | undefined

  async function stop(): Promise<void> {
    // SIGINT requests a fast shutdown, which ends sessions without waiting for them.
    if (postgres !== undefined) await endProcess(postgres, 'SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    run(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'fourball', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      options,
    )
    postgres = spawn(
      path.join(bin, 'postgres'),
      // `-F` turns off fsync. The data is deleted after the run, so it need not be safe on the disk.
      ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=300', '-F'],
      // The separate process group keeps Ctrl-C from stopping PostgreSQL while tests use it.
      { ...options, stdio: 'ignore', detached: true },
    )
    await untilReady(postgres, ['-h', folder])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgres://fourball@localhost:5432/postgres?host=${encodeURIComponent(folder)}&sslmode=disable`,
    version: run(path.join(bin, 'postgres'), ['--version'], options).trim(),
    stop,
  }
}

/**
 * Returns the folder with the programs of the preferred version or, if that is not installed, of the newest
 * installed version.
 */
export function findPostgresqlFolder(): string | undefined {
  if (!existsSync(DEBIAN_SERVERS)) return undefined
  const versions = readdirSync(DEBIAN_SERVERS)
    .filter((version) => existsSync(path.join(DEBIAN_SERVERS, version, 'bin', 'initdb')))
    .map(Number)
    .filter((version) => version >= OLDEST_POSTGRESQL)
    .sort((one, other) => other - one)
  const version = versions.includes(OLDEST_POSTGRESQL) ? OLDEST_POSTGRESQL : versions[0]
  return version === undefined ? undefined : path.join(DEBIAN_SERVERS, String(version), 'bin')
}

function installServer(): string {
  if (!installDebianPackages(['postgresql']))
    throw new Error(
      'No PostgreSQL server found: install Debian’s package "postgresql", or set DATABASE_URL to the URL of a superuser on a server.',
    )
  const bin = findPostgresqlFolder()
  if (bin === undefined)
    throw new Error(`apt did not install PostgreSQL ${OLDEST_POSTGRESQL} or newer`)
  return bin
}

/**
 * Creates a temporary folder for a program that refuses to run as root. Returns the options to run the
 * program with. If this process runs as root, the program runs as the user `postgres`.
 */
export function unprivilegedOptions() {
  const account: UnixUser | undefined =
    process.getuid?.() === 0
      ? {
          uid: Number(run('id', ['-u', 'postgres'], {})),
          gid: Number(run('id', ['-g', 'postgres'], {})),
        }
      : undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'fourball-server-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  // Leave out PGPORT and similar variables, which would change what the programs do.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  return { ...account, folder, cwd: folder, env }
}

/**
 * Waits until a server accepts connections.
 * @param connectionOptions options that tell `pg_isready` where the server listens
 */
export async function untilReady(
  server: ChildProcess,
  connectionOptions: readonly string[],
): Promise<void> {
  const pgIsReady = path.join(findPostgresqlFolder() ?? '', 'pg_isready')
  while (spawnSync(pgIsReady, connectionOptions, { stdio: 'ignore' }).status !== 0) {
    if (server.exitCode !== null) throw new Error(`${server.spawnfile} did not start`)
    await pause(50)
  }
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export function run(
  command: string,
  args: readonly string[],
  options: Partial<UnixUser> & { cwd?: string; env?: NodeJS.ProcessEnv },
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error(`${path.basename(command)} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}
