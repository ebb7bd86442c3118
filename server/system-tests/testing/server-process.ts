import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { APP_DATABASE } from '../../platform/database/embedded/ownership.ts'
import { socketUrl } from '../../platform/database/embedded/postmaster.ts'
import { type Phone, phoneOf } from './phone.ts'
import { withPooler } from './pooler.ts'

/** The `npm start` command, split at spaces: `NAME=value … exec node --flags … server/app/main.ts`. */
const START = manifest.scripts.start.split(' ')
const FLAGS = START.filter((word) => word.startsWith('--'))
const SETTINGS = Object.fromEntries(
  START.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
)
const MAIN = fileURLToPath(new URL('../../app/main.ts', import.meta.url))
const WORKER = fileURLToPath(new URL('../../app/worker.ts', import.meta.url))

export interface WorkerProcess {
  pid: number
  hasEnded: () => boolean
  output: () => string
  /**
   * Sends a signal, by default SIGINT as Ctrl-C does, and waits for the process to end. Returns its exit
   * code.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Sends SIGKILL and waits for the process to end. */
  kill(): Promise<void>
}

export interface ServerProcess extends WorkerProcess {
  url: string
  phone(sessionId?: string): Phone
}

/**
 * Starts the app in its own process, on a free port.
 * @param main the app's main file; by default, that of this checkout
 * @throws Error with the app's output if the app exits before it is ready
 */
export async function startServer(
  env: Record<string, string>,
  main = MAIN,
): Promise<ServerProcess> {
  const { ready, ...process } = await startProcess(env, main, /ready on (http:[^\s,]+)/)
  return { ...process, url: ready, phone: (sessionId) => phoneOf(ready, sessionId) }
}

/**
 * Starts a worker in its own process.
 * @throws Error with the worker's output if the worker exits before it is ready
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
    const checkOutput = () => {
      const match = readyLine.exec(output())?.[1]
      if (match !== undefined) resolve(match)
    }
    child.stdout?.on('data', checkOutput)
    child.once('exit', (code) =>
      reject(new Error(`The server exited with code ${code}:\n${output()}`)),
    )
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

/** Starts the app or a worker and waits for it to exit. Returns its exit code and output. */
export async function startAndFail(
  env: Record<string, string>,
  script: 'app' | 'worker' = 'app',
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env, script === 'app' ? MAIN : WORKER)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

/** Returns the embedded database's process id. Waits for its lock file, which is missing during a restart. */
export async function readPostmasterPid(dataDir: string): Promise<number> {
  for (;;) {
    const lockFile = join(dataDir, 'postgres-18', 'postmaster.pid')
    const [pid] = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
    if (pid) return Number(pid)
    await sleep(20)
  }
}

export async function databaseUrlOf(dataDir: string): Promise<string> {
  const lockFile = join(dataDir, 'postgres-18', 'postmaster.pid')
  // The socket's directory is on the fifth line: see PostgreSQL's src/include/utils/pidfile.h.
  const socketDirectory = (await readFile(lockFile, 'utf8')).split('\n')[4] ?? ''
  return socketUrl(socketDirectory, APP_DATABASE, APP_DATABASE)
}

/** Starts the app, or another script, without waiting until it is ready. */
export function launch(
  env: Record<string, string>,
  script = MAIN,
): { child: ChildProcess; output: () => string } {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...FLAGS, script], {
    env: {
      ...SETTINGS,
      PATH,
      HOME,
      PORT: '0',
      RATE_LIMIT: 'off',
      TZ: 'Asia/Kathmandu',
      ...withPooler(env),
    },
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
