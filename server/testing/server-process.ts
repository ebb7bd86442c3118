import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { socketUrl } from '../platform/database/embedded/server-settings.ts'
import { APP_DATABASE } from '../platform/database/embedded/store.ts'
import { type Phone, phoneOf } from './phone.ts'

/** As `npm start` starts it: `NAME=value … exec node --flags … server/main.ts`. */
const START = manifest.scripts.start.split(' ')
const FLAGS = START.filter((word) => word.startsWith('--'))
const SETTINGS = Object.fromEntries(
  START.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
)
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const WORKER = fileURLToPath(new URL('../worker.ts', import.meta.url))

/** A worker of its own, as `npm run worker` starts it. */
export interface WorkerProcess {
  pid: number
  /** Whether it has ended, by itself or not. */
  hasEnded: () => boolean
  /** Everything it printed so far. */
  output: () => string
  /** Asks it to stop, as Ctrl-C does, or another signal; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** `kill -9`. */
  kill(): Promise<void>
}

export interface ServerProcess extends WorkerProcess {
  url: string
  phone(sessionId?: string): Phone
}

/**
 * Starts the app as a process of its own, on a free port.
 * @throws Error with what it printed, when it ends before it is ready
 */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const { ready, ...process } = await startProcess(env, MAIN, /ready on (http:[^\s,]+)/)
  return { ...process, url: ready, phone: (sessionId) => phoneOf(ready, sessionId) }
}

/**
 * Starts a worker as a process of its own.
 * @throws Error with what it printed, when it ends before it is ready
 */
export async function startWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const { ready: _, ...process } = await startProcess(env, WORKER, /(ready)/)
  return process
}

async function startProcess(
  env: Record<string, string>,
  script: string,
  readyLine: RegExp,
): Promise<WorkerProcess & { ready: string }> {
  const { child, output } = launch(env, script)
  const ready = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = readyLine.exec(output())?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output()}`)))
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) {
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    }
    return child.exitCode
  }
  return {
    ready,
    pid: child.pid ?? 0,
    hasEnded,
    output,
    stop: (signal = 'SIGINT') => end(signal),
    kill: async () => {
      await end('SIGKILL')
    },
  }
}

/** Starts the app where it must refuse to; answers its exit code and all it printed. */
export async function startAndFail(
  env: Record<string, string>,
  script: 'app' | 'worker' = 'app',
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env, script === 'app' ? MAIN : WORKER)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

/** The process id of the embedded database; its lock file is away for a moment while it is started again. */
export async function postmasterOf(dataDir: string): Promise<number> {
  for (;;) {
    const lockFile = join(dataDir, 'postgres-18', 'postmaster.pid')
    const [pid] = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
    if (pid) return Number(pid)
    await sleep(20)
  }
}

/** The address of the embedded database of an app that runs in this directory. */
export async function addressOfDatabase(dataDir: string): Promise<string> {
  const lockFile = join(dataDir, 'postgres-18', 'postmaster.pid')
  // Its fifth line; see PostgreSQL's src/include/utils/pidfile.h.
  const socketDirectory = (await readFile(lockFile, 'utf8')).split('\n')[4] ?? ''
  return socketUrl(socketDirectory, APP_DATABASE, APP_DATABASE)
}

/** Starts the app and does not wait for it. */
export function launch(
  env: Record<string, string>,
  script = MAIN,
): { child: ChildProcess; output: () => string } {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...FLAGS, script], {
    env: { ...SETTINGS, PATH, HOME, PORT: '0', RATE_LIMIT: 'off', TZ: 'Asia/Kathmandu', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const collect = (part: Buffer) => {
    printed += part.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return { child, output: () => printed }
}
