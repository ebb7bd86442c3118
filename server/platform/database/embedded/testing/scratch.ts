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

/** A separate process with its own embedded database: see run-database.ts. */
export interface DatabaseProcess {
  pid: number
  process: ChildProcess
  url: Promise<string | undefined>
  refusal: Promise<string | undefined>
  exited: Promise<unknown>
}

/**
 * Creates a directory that all users can enter. After the test, stops any server in it and deletes the
 * directory.
 */
export async function createScratchDirectory(): Promise<string> {
  const directory = await createEmptyDirectory()
  onTestFinished(() => stopServersAndRemove(directory))
  return directory
}

let templateDirectory: string | undefined

const createdDirectories = new Set<string>()

/**
 * Removes the template of `createDirectoryWithDatabase`, and anything that a timed-out test created late.
 * Call it in `afterAll`.
 */
export async function removeLeftovers(): Promise<void> {
  templateDirectory = undefined
  for (const directory of createdDirectories) {
    await stopServersAndRemove(directory)
    createdDirectories.delete(directory)
  }
}

/**
 * Creates a directory with a stopped database, as a copy of a template: that takes half as long as creating
 * the database again.
 */
export async function createDirectoryWithDatabase(): Promise<string> {
  if (!templateDirectory) {
    templateDirectory = await createEmptyDirectory()
    await (await startEmbedded({ dataDir: templateDirectory, log: () => undefined })).stop()
  }
  const directory = await createScratchDirectory()
  await promisify(execFile)('cp', ['-a', `${templateDirectory}/.`, directory])
  return directory
}

async function createEmptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'fourball-scratch-'))
  createdDirectories.add(directory)
  await chmod(directory, 0o755)
  return directory
}

async function stopServersAndRemove(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.endsWith('/postmaster.pid')) continue
    const clusterDirectory = dirname(join(directory, entry))
    const [pid = '', , , , socketDirectory = ''] = (
      await readFile(join(directory, entry), 'utf8')
    ).split('\n')
    const { uid, gid } = await stat(clusterDirectory)
    const account = { name: `uid ${uid}`, uid, gid }
    const isRunning = () => isPostmaster(Number(pid), { directory: clusterDirectory, account })
    if (await isRunning()) process.kill(Number(pid), 'SIGQUIT')
    await until(async () => !(await isRunning()))
    if (socketDirectory !== clusterDirectory)
      await rm(socketDirectory, { recursive: true, force: true })
  }
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}

export async function start(dataDir: string, lines: string[] = []): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  onTestFinished(() => database.stop())
  return database
}

export async function refusalToStart(dataDir: string): Promise<string> {
  try {
    await start(dataDir)
  } catch (error) {
    if (error instanceof Error && error.name === 'DatabaseStartError') return error.message
    throw error
  }
  throw new Error('it started')
}

export function startInOtherProcess(
  dataDir: string,
  as?: { uid: number; gid: number },
): DatabaseProcess {
  const script = fileURLToPath(new URL('run-database.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], {
    ...as,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const startOutcome = new Promise<{ url?: string; refused?: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line)
      if (typeof message === 'object' && message !== null && !('log' in message)) resolve(message)
    })
    child.once('exit', () => resolve({}))
  })
  return {
    pid: child.pid ?? 0,
    process: child,
    url: startOutcome.then(({ url }) => url),
    refusal: startOutcome.then(({ refused }) => refused),
    exited: once(child, 'exit'),
  }
}

export async function kill(database: DatabaseProcess): Promise<void> {
  database.process.kill('SIGKILL')
  await database.exited
}

export async function queryFirstColumn(url: string | undefined, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows.map((row) => row[0])
  } finally {
    await client.end()
  }
}

export function asSuperuser(url: string): string {
  return url.replace('fourball@', 'postgres@').replace('/fourball?', '/postgres?')
}

export async function readPostmasterPid(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres-18/postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Waits until a process has ended. A zombie, which its parent has not reaped yet, counts as ended. */
export async function untilEnded(pid: number): Promise<void> {
  await until(async () => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return !isAlive(pid) || /\) [ZX] /.test(status)
  })
}
