import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface UnixUser {
  readonly uid: number
  readonly gid: number
}

export interface DaemonOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** The file to which the program's output is appended. */
  readonly log: string
  /** The Unix user to run the program as; by default, the user of this process. */
  readonly account?: UnixUser | undefined
}

/** Starts a program in a separate process group, so that Ctrl-C does not end it before the cleanup does. */
export function startDaemon({ command, args, log, account, ...options }: DaemonOptions) {
  const child = spawn(command, args, {
    ...options,
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  child.once('close', () => output.end())
  child.on('error', (error) => output.write(`${error.message}\n`))
  return child
}

export function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/**
 * Ends a program: sends SIGTERM, then SIGKILL if the program hasn't exited after `patienceMs`. If
 * `patienceMs` is 0, sends only SIGKILL.
 */
export async function endDaemon(child: ChildProcess, patienceMs: number): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  if (patienceMs > 0) {
    child.kill('SIGTERM')
    await Promise.race([exit, pause(patienceMs, undefined, { ref: false })])
  }
  if (!hasEnded(child)) child.kill('SIGKILL')
  await exit
}

/** Sends a signal to a process and all of its descendants, parents first. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const parents = readParents()
  let generation = [pid]
  while (generation.length > 0) {
    for (const member of generation) signalOne(member, signal)
    const current = new Set(generation)
    generation = [...parents].filter(([, parent]) => current.has(parent)).map(([child]) => child)
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended in the meantime.
  }
}

/** Returns the parent of each process on this machine, by process id. */
function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The program's name is in parentheses and can contain spaces. The next two fields are the state and
      // the parent's id.
      const [, parent] =
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      parents.set(Number(name), Number(parent))
    } catch {
      // The process has ended in the meantime.
    }
  }
  return parents
}

export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports: number[] = []
  for (const server of servers) {
    if (!server.listening) await once(server, 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') ports.push(address.port)
  }
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

/**
 * Waits until `check` returns a value other than undefined. Returns that value.
 * @throws Error after `withinMs`
 */
export async function waitFor<T>(
  what: string,
  withinMs: number,
  check: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const found = await check()
    if (found !== undefined) return found
    if (performance.now() > giveUpAt) {
      throw new Error(`No success after ${withinMs / 1000} seconds of waiting for ${what}`)
    }
    await pause(100)
  }
}
