import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDebianPackages } from '../setup/debian.mjs'
import {
  endProcess,
  findPostgresqlFolder,
  type PrivateServer,
  run,
  unprivilegedOptions,
  untilReady,
} from './private-server.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const SAMPLE_CONFIG = fileURLToPath(
  new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url),
)
const PORT = '6432'

/**
 * The number of sessions with PostgreSQL. It is lower than a node's number of connections (`POOL_SIZE`), so
 * that the node's transactions must share sessions.
 */
const SESSIONS = 10

/**
 * Installs the packages that a private server with a pooler needs. Returns a message if that fails; undefined
 * if all are installed.
 */
export function installPooler(): string | undefined {
  const missing = [
    ...(findPostgresqlFolder() === undefined ? ['postgresql'] : []),
    ...(existsSync(PROGRAM) ? [] : ['pgbouncer']),
  ]
  if (missing.length === 0 || installDebianPackages(missing)) return undefined
  return `Install Debian’s packages: ${missing.join(', ')}`
}

/**
 * Starts a private PgBouncer in front of a server, with the settings of our sample configuration. Clients can
 * connect to all of the server's databases without a password.
 * @throws Error with the names of missing packages
 */
export async function startPrivatePooler(server: PrivateServer): Promise<PrivateServer> {
  const problem = installPooler()
  if (problem !== undefined) throw new Error(problem)
  const { folder, ...options } = unprivilegedOptions()
  const target = new URL(server.url)
  const configFile = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    configFile,
    readFileSync(SAMPLE_CONFIG, 'utf8')
      .replace(
        /^fourball = host=\S+ port=\S+/m,
        `* = host=${target.searchParams.get('host')} port=${target.port} user=${target.username}`,
      )
      .replace(/^auth_type = .*/m, 'auth_type = any')
      .replace(/^auth_file = .*\n/m, '')
      .replace(/^listen_addr = .*/m, 'listen_addr =')
      .replace(/^default_pool_size = .*/m, `default_pool_size = ${SESSIONS}`)
      .replaceAll('/var/run/postgresql', folder)
      .replaceAll('/var/log/postgresql', folder),
  )
  let pooler: ChildProcess | undefined

  async function stop(): Promise<void> {
    // On SIGTERM, PgBouncer 1.23 and later waits until all clients have disconnected. Older versions end
    // immediately.
    if (pooler !== undefined) await endProcess(pooler, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    // The separate process group keeps Ctrl-C from stopping PgBouncer while tests use it.
    pooler = spawn(PROGRAM, ['--quiet', configFile], {
      ...options,
      stdio: 'ignore',
      detached: true,
    })
    await untilReady(pooler, ['-h', folder, '-p', PORT])
  } catch (error) {
    await stop()
    throw error
  }
  const url = new URL(server.url)
  url.port = PORT
  url.searchParams.set('host', folder)
  const [version = ''] = run(PROGRAM, ['--version'], options).split('\n')
  return { url: url.href, version, stop }
}
