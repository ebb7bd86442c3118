import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { SUPERUSER } from './create-cluster.ts'
import { type Cluster, ensureRunning, type RunningServer, socketUrl } from './postmaster.ts'
import { codeOf, DatabaseInUseError } from './start-error.ts'

/** A connection that holds the owner lock. Unlike a lock file, the lock does not survive `kill -9`. */
export type Ownership = Awaited<ReturnType<typeof connectAsOwner>>

/** PostgreSQL releases the lock of a killed app within this time. */
const LOCK_RELEASE_MS = 1_000
const LOCK_POLL_MS = 25
const CONNECT_TIMEOUT_MS = 10_000
/** How long a new app waits after the server died, so that a live owner can restart the server first. */
const OWNER_HEAD_START_MS = 300
/** How long to wait for a server to create its socket. If there is no socket by then, there never will be. */
const MAX_SOCKET_WAIT_MS = 5_000
const MAX_ANSWER_WAIT_MS = 120_000
/** Any number works, as long as nothing else in the maintenance database takes the same lock. */
const OWNER_LOCK = 4_184_118
const OWNER_NAME = 'fourball owner, process '

/**
 * Starts the server, or finds it running, and takes ownership. The app that owned the server when the server
 * died ('owner') has priority over newcomers. @throws DatabaseInUseError if another app owns the server
 */
export async function takeOwnership(
  cluster: Cluster,
  role: 'newcomer' | 'owner',
  log: (line: string) => void,
): Promise<Ownership> {
  let waitingSince = Date.now()
  for (;;) {
    const server = await ensureRunning(cluster, log)
    if (server.startedByUs) waitingSince = Date.now()
    if (server.previousServerDied && role === 'newcomer') await sleep(OWNER_HEAD_START_MS)
    const result = await connectAsOwner(server, cluster).catch((error: unknown) => {
      if (!isTransient(error)) throw error
      return codeOf(error)
    })
    if (typeof result !== 'string') return result
    const hasNoSocket = result === 'ENOENT' || result === 'ECONNREFUSED'
    if (Date.now() - waitingSince > (hasNoSocket ? MAX_SOCKET_WAIT_MS : MAX_ANSWER_WAIT_MS)) {
      // Do not stop the server: another app may still use it over connections that are already open.
      throw new Error(
        `its server (process ${server.pid}) is running but does not respond on its socket. ` +
          `Stop it (kill -INT ${server.pid}) and start again`,
      )
    }
    await sleep(LOCK_POLL_MS)
  }
}

async function connectAsOwner(server: RunningServer, cluster: Cluster) {
  const client = new Client({
    connectionString: socketUrl(server.socketDirectory, SUPERUSER, 'postgres'),
    // If another app finds the lock taken, it reads the owner's process id from this name.
    application_name: `${OWNER_NAME}${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const { promise: connectionEnded, resolve } = Promise.withResolvers<void>()
  client.once('end', resolve)
  // Without a listener, a lost connection would end the app.
  client.on('error', () => resolve())
  await client.connect()
  try {
    await checkCluster(client, server, cluster)
    await takeOwnerLock(client, cluster)
    await ensureAppDatabase(client)
    return {
      server,
      connectionEnded,
      release: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** @throws Error when the server on the socket did not write the lock file that we read */
async function checkCluster(client: Client, server: RunningServer, { directory }: Cluster) {
  const { rows } = await client.query<{ directory: string; lockFileContent: string }>(
    `select current_setting('data_directory') as directory,
            pg_read_file('postmaster.pid') as "lockFileContent"`,
  )
  const [found] = rows
  if (found?.directory === directory && found.lockFileContent === server.lockFileContent) return
  throw new Error(
    `the server on ${server.socketDirectory} belongs to another database, ${found?.directory}. ` +
      `Stop that process (${server.pid}) and start again`,
  )
}

async function takeOwnerLock(client: Client, { requestedDirectory }: Cluster): Promise<void> {
  const deadline = Date.now() + LOCK_RELEASE_MS
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [OWNER_LOCK],
    )
    if (rows[0]?.locked) return
    if (Date.now() > deadline) break
    await sleep(LOCK_POLL_MS)
  }
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [OWNER_LOCK],
  )
  const pid = rows[0]?.name.replace(OWNER_NAME, '')
  throw new DatabaseInUseError(
    `Fourball is already running on ${requestedDirectory}${pid ? ` (process ${pid})` : ''}. ` +
      'Stop it first, or set DATA_DIR to another directory.',
  )
}

function isTransient(error: unknown): boolean {
  const code = codeOf(error)
  return (
    // 57P01 … 57P03: admin shutdown, crash shutdown, not yet up.
    /^(57P0[123]|ENOENT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) ||
    (error instanceof Error && /Connection terminated|not queryable/.test(error.message))
  )
}

/** The app's database and role. The role is not a superuser, just as on an external server. */
export const APP_DATABASE = 'fourball'

/** Checks for the role and the database separately, because a crash may have left only the role. */
async function ensureAppDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [APP_DATABASE],
  )
  if (!rows[0]?.role) await client.query(`create role ${APP_DATABASE} login`)
  if (!rows[0]?.database) {
    await client.query(`create database ${APP_DATABASE} owner ${APP_DATABASE}`)
  }
}
