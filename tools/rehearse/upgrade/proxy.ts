import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installDebianPackages } from '../../setup/debian.mjs'

export const NEEDS_HAPROXY = 'HAProxy is missing: install Debian’s package "haproxy"'

const START_TIMEOUT_MS = 10_000

/** The time limit for all nodes to get ready. It is long enough for a busy machine. */
const READY_TIMEOUT_MS = 60_000

export interface Proxy {
  readonly url: string
  readonly nodePorts: readonly number[]
  /** Waits until the health check of every node succeeds. */
  waitUntilAllUp(): Promise<void>
  stop(): Promise<void>
}

/** Tries to install HAProxy if it is missing. Returns whether HAProxy is installed now. */
export function ensureHaproxy(): boolean {
  return isInstalled() || (installDebianPackages(['haproxy']) && isInstalled())
}

function isInstalled(): boolean {
  return spawnSync(programPath(), ['-v'], { stdio: 'ignore' }).status === 0
}

/** On Debian, /usr/sbin is not in every user's PATH. */
function programPath(): string {
  return process.platform === 'linux' ? '/usr/sbin/haproxy' : 'haproxy'
}

export async function startProxy(nodes: number): Promise<Proxy> {
  const ports = await findFreePorts(nodes + 2)
  const [port = 0, statusPort = 0, ...nodePorts] = ports
  const folder = mkdtempSync(path.join(tmpdir(), 'fourball-proxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, configOf(port, statusPort, nodePorts))
  const child = spawn(programPath(), ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    errorOutput += part.toString()
  })
  const stop = async () => {
    await endProcess(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const readNodeStatuses = async () => {
    const answer = await fetch(`http://127.0.0.1:${statusPort}/;csv`)
    return (await answer.text()).split('\n').filter((line) => line.startsWith('apps,node'))
  }
  const deadline = Date.now() + START_TIMEOUT_MS
  while (
    !(await readNodeStatuses().then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`HAProxy did not start: ${errorOutput.trim()}`)
    }
    await pause(50)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    nodePorts,
    async waitUntilAllUp() {
      const isDown = (line: string) => line.split(',')[17] !== 'UP'
      const failAt = Date.now() + READY_TIMEOUT_MS
      while ((await readNodeStatuses()).some(isDown)) {
        if (Date.now() > failAt) throw new Error('HAProxy did not find all nodes ready in time')
        await pause(100)
      }
    },
    stop,
  }
}

/**
 * Returns HAProxy's configuration, with the health checks and retries that docs/operating.md recommends for
 * several nodes.
 */
function configOf(port: number, statusPort: number, nodePorts: readonly number[]): string {
  const servers = nodePorts.map(
    (nodePort, n) => `  server node${n + 1} 127.0.0.1:${nodePort} check`,
  )
  return `
defaults
  mode http
  timeout connect 3s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  retries 2
  # If connecting to a node fails, try another one. A request that has been sent is never retried.
  option redispatch 1
  # A node that is shutting down closes its idle connections. Don't reuse connections: a request sent at that
  # moment would fail.
  option http-server-close
  default-server inter 1s fall 2 rise 1
frontend web
  bind 127.0.0.1:${port}
  default_backend apps
backend apps
  balance leastconn
  option httpchk
  # In local mode, the app accepts only requests with a local Host header, such as localhost.
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
${servers.join('\n')}
frontend status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
`
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Returns free ports. Keeps each port open until all are found, so that none is returned twice. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
