import type { ChildProcess } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import * as z from 'zod'
import {
  endDaemon,
  findFreePorts,
  hasEnded,
  signalTree,
  startDaemon,
  waitFor,
} from './processes.ts'
import type { Programs } from './programs.ts'

const PATRONI_CONFIG = fileURLToPath(
  new URL('../../../deploy/patroni/patroni.yaml', import.meta.url),
)
const HAPROXY_CONFIG = fileURLToPath(
  new URL('../../../deploy/haproxy/haproxy.cfg', import.meta.url),
)

const START_TIMEOUT_MS = 180_000
const RESPONSE_TIMEOUT_MS = 2_000

/** The password need not be secret: the servers listen only on loopback and are deleted after the run. */
const PASSWORD = 'rehearsal'

/** One PostgreSQL machine: Patroni, and the PostgreSQL server that Patroni runs. */
export interface DatabaseNode {
  readonly name: string
  start(): void
  /** Sends a signal to Patroni and to all of PostgreSQL's processes, as if the machine failed. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Returns Patroni's response to a GET request; undefined if there is none. */
  ask(path: string): Promise<{ status: number; body: unknown } | undefined>
  switchTo(candidate: string): Promise<void>
}

export interface Roles {
  readonly primary: DatabaseNode
  /** The node that has every acknowledged change, and so can become the primary. */
  readonly standby: DatabaseNode
}

export interface Cluster {
  readonly nodes: readonly DatabaseNode[]
  /** The URL of the database, through HAProxy. */
  readonly databaseUrl: string
  /** The URL of the apps, through HAProxy. */
  readonly webUrl: string
  /** The ports on which HAProxy expects the apps. */
  readonly appPorts: readonly number[]
  /** Waits until there are a primary and a synchronous standby, and returns them. */
  waitUntilHealthy(): Promise<Roles>
}

/**
 * Starts etcd, two PostgreSQL servers under Patroni, and HAProxy in front of them. Creates the app's
 * database.
 * @param stack ends all processes and deletes all files when it is disposed of
 */
export async function startCluster(
  programs: Programs,
  stack: AsyncDisposableStack,
): Promise<Cluster> {
  const { account } = programs
  const folder = mkdtempSync(path.join(tmpdir(), 'fourball-failover-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const ports = await findFreePorts(10)
  const takePort = () => ports.pop() ?? 0
  const daemons: ChildProcess[] = []
  const nodes: StartedNode[] = []

  const launchDaemon = (
    name: string,
    command: string,
    args: string[],
    env: Record<string, string>,
  ) => {
    if (stack.disposed) throw new Error('The rehearsal has been stopped')
    const log = path.join(folder, `${name}.log`)
    // Leave out PGPORT and similar variables, which would change what the programs do.
    const cleanEnv = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env }
    const child = startDaemon({ command, args, env: cleanEnv, cwd: folder, log, account })
    daemons.push(child)
    return child
  }

  stack.defer(async () => {
    // The processes need no orderly shutdown, because nothing in the folder is needed afterwards.
    for (const node of nodes) node.end()
    await Promise.all(daemons.map((child) => endDaemon(child, 0)))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  try {
    const [etcdPort, etcdPeerPort] = [takePort(), takePort()]
    const etcdUrl = `http://127.0.0.1:${etcdPort}`
    const etcdPeerUrl = `http://127.0.0.1:${etcdPeerPort}`
    launchDaemon(
      'etcd',
      programs.etcd,
      [
        ...['--name', 'etcd1', '--data-dir', path.join(folder, 'etcd')],
        ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
        ...['--listen-peer-urls', etcdPeerUrl, '--initial-advertise-peer-urls', etcdPeerUrl],
        ...['--initial-cluster', `etcd1=${etcdPeerUrl}`, '--logger', 'zap', '--enable-v2'],
      ],
      {},
    )
    await waitFor('etcd', START_TIMEOUT_MS, () => isOk(`${etcdUrl}/health`))

    for (const name of ['db1', 'db2']) {
      const node = prepareNode({
        name,
        folder: path.join(folder, name),
        port: takePort(),
        restPort: takePort(),
        start: (env) =>
          launchDaemon(name, programs.patroni, [path.join(folder, name)], {
            ...env,
            PATRONI_POSTGRESQL_BIN_DIR: programs.postgresql,
            PATRONI_ETCD_HOSTS: `127.0.0.1:${etcdPort}`,
          }),
        account,
      })
      nodes.push(node)
      node.start()
      // Start the second node only after the first node has become the primary.
      if (nodes.length === 1)
        await waitFor('the primary', START_TIMEOUT_MS, () => isNodeOk(node, '/primary'))
    }

    const [databasePort, webPort] = [takePort(), takePort()]
    const appPorts = [takePort(), takePort()]
    const [db1, db2] = nodes
    launchDaemon('haproxy', programs.haproxy, ['-db', '-f', HAPROXY_CONFIG], {
      HAPROXY_USER: account === undefined ? userInfo().username : 'postgres',
      POSTGRESQL_BIND: `127.0.0.1:${databasePort}`,
      DB1_ADDRESS: `127.0.0.1:${db1?.port}`,
      DB1_PATRONI_PORT: String(db1?.restPort),
      DB2_ADDRESS: `127.0.0.1:${db2?.port}`,
      DB2_PATRONI_PORT: String(db2?.restPort),
      WEB_BIND: `127.0.0.1:${webPort}`,
      APP1_ADDRESS: `127.0.0.1:${appPorts[0]}`,
      APP2_ADDRESS: `127.0.0.1:${appPorts[1]}`,
    })
    const databaseUrlFor = (user: string, database: string) =>
      `postgres://${user}:${PASSWORD}@127.0.0.1:${databasePort}/${database}?sslmode=disable`
    const cluster: Cluster = {
      nodes,
      databaseUrl: databaseUrlFor('fourball', 'fourball'),
      webUrl: `http://127.0.0.1:${webPort}`,
      appPorts,
      waitUntilHealthy: () =>
        waitFor('a primary with a synchronous standby', START_TIMEOUT_MS, () => findRoles(nodes)),
    }
    await cluster.waitUntilHealthy()
    await waitFor('the database behind HAProxy', START_TIMEOUT_MS, () =>
      createDatabase(databaseUrlFor('postgres', 'postgres')),
    )
    return cluster
  } catch (error) {
    throw new Error(`The cluster did not start\n${readLogs(folder)}`, { cause: error })
  }
}

function readLogs(folder: string): string {
  return ['etcd', 'db1', 'db2', 'haproxy']
    .map((name) => {
      try {
        return `${name}: ${readFileSync(path.join(folder, `${name}.log`), 'utf8').slice(-2_000)}`
      } catch {
        return `${name}: not started`
      }
    })
    .join('\n')
}

interface StartedNode extends DatabaseNode {
  readonly port: number
  readonly restPort: number
  end(): void
}

interface NodeOptions {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly restPort: number
  readonly start: (env: Record<string, string>) => ChildProcess
  readonly account: Programs['account']
}

function prepareNode({ name, folder, port, restPort, start, account }: NodeOptions): StartedNode {
  const dataFolder = path.join(folder, 'data')
  mkdirSync(folder)
  // Patroni reads all YAML files in its folder.
  copyFileSync(PATRONI_CONFIG, path.join(folder, 'patroni.yaml'))
  writeFileSync(path.join(folder, 'rehearsal.yaml'), localConfig(folder))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  let patroni: ChildProcess | undefined
  const url = `http://127.0.0.1:${restPort}`

  const ask: DatabaseNode['ask'] = async (restPath) => {
    try {
      const response = await fetch(url + restPath, {
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }

  /** Returns the ids of this node's top-level processes. Their descendants also belong to the node. */
  const rootPids = (): number[] => {
    const postmasterPid = readPostmasterPid(dataFolder)
    const isRunning = patroni?.pid !== undefined && !hasEnded(patroni)
    return [
      ...(isRunning && patroni?.pid ? [patroni.pid] : []),
      ...(postmasterPid ? [postmasterPid] : []),
    ]
  }

  const signal = (kind: NodeJS.Signals) => {
    for (const pid of rootPids()) signalTree(pid, kind)
  }

  return {
    name,
    port,
    restPort,
    ask,
    signal,
    start() {
      patroni = start({
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
        PATRONI_POSTGRESQL_PGPASS: path.join(folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      })
    },
    async switchTo(candidate) {
      const response = await fetch(`${url}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name, candidate }),
      })
      if (!response.ok) throw new Error(`Patroni refused: ${await response.text()}`)
    },
    end() {
      signal('SIGCONT')
      signal('SIGKILL')
    },
  }
}

/**
 * Returns the settings that replace those in patroni.yaml, because both nodes run on this machine. A watchdog
 * would reset the whole machine, so it is off.
 */
function localConfig(folder: string): string {
  return JSON.stringify({
    postgresql: { parameters: { unix_socket_directories: folder } },
    watchdog: { mode: 'off' },
  })
}

function readPostmasterPid(dataFolder: string): number | undefined {
  try {
    const [pid] = readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
    // After a kill -9, the file remains. The process id in it can then belong to another program.
    const isPostmaster = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder)
    return isPostmaster ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** The part of Patroni's status that lists the standbys. */
const primaryStatusSchema = z.object({
  replication: z
    .array(z.object({ application_name: z.string(), sync_state: z.string() }))
    .optional(),
})

async function findRoles(nodes: readonly DatabaseNode[]): Promise<Roles | undefined> {
  for (const primary of nodes) {
    const status = await primary.ask('/primary')
    if (status?.status !== 200) continue
    const { data } = primaryStatusSchema.safeParse(status.body)
    const standby = nodes.find((node) =>
      data?.replication?.some(
        ({ application_name, sync_state }) =>
          application_name === node.name && sync_state === 'sync',
      ),
    )
    // Patroni promotes only a standby that returns 200 for this path.
    if (standby !== undefined && (await isNodeOk(standby, '/synchronous')))
      return { primary, standby }
  }
  return undefined
}

async function isNodeOk(node: DatabaseNode, restPath: string): Promise<true | undefined> {
  return (await node.ask(restPath))?.status === 200 ? true : undefined
}

async function isOk(url: string): Promise<true | undefined> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })).ok
      ? true
      : undefined
  } catch {
    return undefined
  }
}

async function createDatabase(url: string): Promise<true | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: RESPONSE_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`create role fourball login password '${PASSWORD}'`)
    await client.query('create database fourball owner fourball')
    return true
  } catch (error) {
    if (error instanceof Error && /already exists/.test(error.message)) throw error
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
