import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { SUPERUSER } from './create-cluster.ts'
import { type Cluster, ensureRunning, type RunningServer } from './postmaster.ts'
import { socketUrl } from './server-settings.ts'
import { codeOf, DatabaseInUseError } from './start-error.ts'
import {
  describeServer,
  ensureAppDatabase,
  ownerName,
  ownerProcess,
  tryOwnerLock,
} from './store.ts'

/**
 * Proof that this process, and no other app, owns the cluster: a connection that holds a session
 * advisory lock. It goes with the process however that ends, so `kill -9` of the app frees the
 * directory at once, and no stale file can block it.
 */
export interface Ownership {
  server: RunningServer
  /** resolves when the connection ends, and with it the ownership */
  ended: Promise<void>
  /** gives the directory up, and leaves the server running */
  release(): Promise<void>
}

/** After `kill -9` the server needs a moment to notice; an app that is stopping needs longer. */
const GRACE_MS = 1_000
const LOCK_POLL_MS = 25
const CONNECT_TIMEOUT_MS = 10_000
/** How long a newcomer stands back after a server died: its owner, if alive, is restarting it too. */
const COURTESY_MS = 300
/** A ready server without a socket stays so; one that replays its log is back in a while. */
const NO_SOCKET_MS = 5_000
const NO_ANSWER_MS = 120_000

/**
 * Brings the server up, or finds it, and takes ownership of it.
 * @param asked the data directory as the person knows it
 * @param standing 'owner' for an app that owned it until the server died, and comes first
 * @throws DatabaseInUseError when a live app owns it; an Error with the server's output when it
 * does not start
 */
export async function takeOwnership(
  cluster: Cluster,
  asked: string,
  standing: 'newcomer' | 'owner',
  log: (line: string) => void,
): Promise<Ownership> {
  let since = Date.now()
  for (;;) {
    const server = await ensureRunning(cluster, log)
    if (server.started) since = Date.now()
    if (server.recovered && standing === 'newcomer') await sleep(COURTESY_MS)
    const session = await connect(server).catch((error: unknown) => {
      if (!isPassing(error)) throw error
      return codeOf(error)
    })
    if (typeof session !== 'string') {
      const ownership = await own(session, server, cluster, asked)
      if (ownership) return ownership
    }
    const noSocket = session === 'ENOENT' || session === 'ECONNREFUSED'
    if (Date.now() - since > (noSocket ? NO_SOCKET_MS : NO_ANSWER_MS)) {
      // not ended by us: a live app may still be using it over connections it has
      throw new Error(
        `its server (process ${server.pid}) runs but does not answer on its socket. ` +
          `End it (kill -INT ${server.pid}) and start again`,
      )
    }
    await sleep(LOCK_POLL_MS)
  }
}

interface Session {
  client: Client
  ended: Promise<void>
}

async function connect(server: RunningServer): Promise<Session> {
  const client = new Client({
    connectionString: socketUrl(server.socketDirectory, SUPERUSER, 'postgres'),
    application_name: ownerName(process.pid),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    // without a listener the loss of the connection would end the app
    client.on('error', () => resolve())
  })
  await client.connect()
  return { client, ended }
}

/** @returns undefined when the server went away meanwhile */
async function own(
  { client, ended }: Session,
  server: RunningServer,
  cluster: Cluster,
  asked: string,
): Promise<Ownership | undefined> {
  try {
    const found = await describeServer(client)
    if (found.directory !== cluster.directory || found.lockFile !== server.lockFile) {
      throw new Error(
        `the server on ${server.socketDirectory} is another one, of ${found.directory}. ` +
          `Stop that process (${server.pid}) and start again`,
      )
    }
    await lock(client, asked)
    await ensureAppDatabase(client)
    return { server, ended, release: () => client.end() }
  } catch (error) {
    await client.end().catch(() => undefined)
    if (isPassing(error)) return undefined
    throw error
  }
}

async function lock(client: Client, asked: string): Promise<void> {
  const deadline = Date.now() + GRACE_MS
  while (!(await tryOwnerLock(client))) {
    if (Date.now() > deadline) {
      const pid = await ownerProcess(client)
      throw new DatabaseInUseError(
        `Fourball is already running on ${asked}${pid ? ` (process ${pid})` : ''}. ` +
          'Stop it first, or set DATA_DIR to another directory.',
      )
    }
    await sleep(LOCK_POLL_MS)
  }
}

/** Errors of a server that is starting, stopping or recovering: the next look decides. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  return (
    // 57P01 … 57P03: shut down by an administrator, by a crash, not yet up
    /^(57P0[123]|ENOENT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) ||
    (error instanceof Error && /Connection terminated|not queryable/.test(error.message))
  )
}
