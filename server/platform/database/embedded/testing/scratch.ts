import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { isAlive, isPostmaster } from '../processes.ts'
import { type EmbeddedDatabase, startEmbedded } from '../start-embedded.ts'

/** An app that was started as a process of its own. */
export interface HeldDatabase {
  pid: number
  process: ChildProcess
  /** the url once it runs; undefined when it refused */
  url: Promise<string | undefined>
  /** what it said when it refused */
  refusal: Promise<string | undefined>
  exited: Promise<unknown>
}

/** A directory that everybody may enter, with whatever runs in it gone after the test. */
export async function scratchDirectory(): Promise<string> {
  const directory = await emptyDirectory()
  onTestFinished(() => remove(directory))
  return directory
}

let template: string | undefined

/** Every directory of the tests of a file. */
const made = new Set<string>()

/** After all tests of a file: the template, and what a test made anew that took too long and went on. */
export async function removeUsed(): Promise<void> {
  template = undefined
  for (const directory of made) {
    await remove(directory)
    made.delete(directory)
  }
}

/** One that holds a stopped database already: half the time of making it. */
export async function usedDirectory(): Promise<string> {
  if (!template) {
    template = await emptyDirectory()
    await (await startEmbedded({ dataDir: template, log: () => undefined })).stop()
  }
  const directory = await scratchDirectory()
  await promisify(execFile)('cp', ['-a', `${template}/.`, directory])
  return directory
}

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'fourball-scratch-'))
  made.add(directory)
  await chmod(directory, 0o755)
  return directory
}

async function remove(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.endsWith('/postmaster.pid')) continue
    const cluster = dirname(join(directory, entry))
    const [pid = '', , , , socketDirectory = ''] = (
      await readFile(join(directory, entry), 'utf8')
    ).split('\n')
    const { uid } = await stat(cluster)
    const running = () => isPostmaster(Number(pid), { directory: cluster, name: '', uid })
    if (await running()) process.kill(Number(pid), 'SIGQUIT')
    await until(async () => !(await running()))
    if (socketDirectory !== cluster) await rm(socketDirectory, { recursive: true, force: true })
  }
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}

/** Starts in this process; stopped after the test. */
export async function start(dataDir: string, lines: string[] = []): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  onTestFinished(() => database.stop())
  return database
}

/** The one line with which a start is refused. */
export async function refusal(dataDir: string): Promise<string> {
  try {
    await start(dataDir)
  } catch (error) {
    if (error instanceof Error && error.name === 'DatabaseStartError') return error.message
    throw error
  }
  throw new Error('it started')
}

/** Starts in a process of its own, as another user where asked; killed after the test. */
export function hold(dataDir: string, as?: { uid: number; gid: number }): HeldDatabase {
  const script = fileURLToPath(new URL('hold-database.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], {
    ...as,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = new Promise<{ url?: string; refused?: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const what: unknown = JSON.parse(line)
      if (typeof what === 'object' && what !== null && !('log' in what)) resolve(what)
    })
    child.once('exit', () => resolve({}))
  })
  return {
    pid: child.pid ?? 0,
    process: child,
    url: said.then(({ url }) => url),
    refusal: said.then(({ refused }) => refused),
    exited: once(child, 'exit'),
  }
}

/** Kills the process for good and waits until it is gone. */
export async function kill(held: HeldDatabase): Promise<void> {
  held.process.kill('SIGKILL')
  await held.exited
}

/** Runs SQL on a connection of its own and answers the first column of the rows. */
export async function ask(url: string | undefined, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows.map((row) => row[0])
  } finally {
    await client.end()
  }
}

/** The same address for the superuser. */
export function asSuperuser(url: string): string {
  return url.replace('fourball@', 'postgres@').replace('/fourball?', '/postgres?')
}

/** Process id of the server that runs, or ran, on a data directory. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres-18/postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

/** Waits until something holds; the test's own timeout is the limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Waits until a process is gone, or dead and merely not yet collected by its parent. */
export async function ended(pid: number): Promise<void> {
  await until(async () => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return !isAlive(pid) || /\) [ZX] /.test(status)
  })
}
