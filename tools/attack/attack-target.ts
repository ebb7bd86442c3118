import { startThrowaway } from '../../server/platform/database/embedded/testing/throwaway.ts'
import {
  cloneDatabase,
  createTemplate,
  type Template,
} from '../../server/system-tests/testing/database.ts'
import { type Random, randomFrom } from '../../server/system-tests/testing/random.ts'
import {
  type ServerProcess,
  startServer,
} from '../../server/system-tests/testing/server-process.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../server/system-tests/testing/test-app.ts'
import type { Outcome } from './report.ts'

/** The default time limit of an attack, in case the app never responds. */
const ATTACK_TIMEOUT_MS = 90_000
/** The time limit of an attack that makes thousands of calls. */
export const LONG_ATTACK_TIMEOUT_MS = 300_000

export interface Count {
  tries: number
}

export interface Chapter {
  readonly name: string
  readonly run: (target: ChapterRun) => Promise<void>
}

/**
 * Starts the apps and databases that a chapter attacks, and runs the chapter's attacks. When the chapter
 * ends, everything is closed.
 */
export interface ChapterRun {
  readonly random: Random
  /** Creates an empty, migrated database. Returns its URL. */
  createDatabase(): Promise<string>
  /** Starts the app in this process, with a stopped clock and, by default, a new database. */
  startApp(options?: TestAppOptions): Promise<TestApp>
  startServer(env: Record<string, string>): Promise<ServerProcess>
  onClose(close: () => Promise<unknown>): void
  /**
   * Runs an attack and records its result.
   * @param tryAttack returns how the app failed; undefined if the app withstood the attack. A thrown error
   * also counts as a failure of the app.
   */
  attack(
    name: string,
    tryAttack: (count: Count) => Promise<string | undefined>,
    milliseconds?: number,
  ): Promise<void>
}

/** Starts PostgreSQL with a migrated database to copy. */
export async function startTemplate(): Promise<Template & { close(): Promise<void> }> {
  const server = await startThrowaway()
  const template = { adminUrl: server.adminUrl, templateName: 'fourball_template' }
  await createTemplate(template)
  return { ...template, close: () => server.stop() }
}

/** Runs a chapter. Returns each attack's outcome, and a failed outcome if the chapter itself throws. */
export async function runChapter(
  { name: chapter, run }: Chapter,
  template: Template,
  seed: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const closers: (() => Promise<unknown>)[] = []
  const attack: ChapterRun['attack'] = async (
    name,
    tryAttack,
    milliseconds = ATTACK_TIMEOUT_MS,
  ) => {
    const count = { tries: 0 }
    const start = performance.now()
    const failure = await withTimeLimit(milliseconds, tryAttack(count)).catch(textOf)
    const seconds = (performance.now() - start) / 1_000
    outcomes.push({ chapter, attack: name, tries: Math.max(1, count.tries), seconds, failure })
    console.log(`${chapter}: ${name}: ${failure === undefined ? 'held' : `BROKEN: ${failure}`}`)
  }
  const createDatabase = async () => {
    const clone = await cloneDatabase(template)
    closers.push(clone.drop)
    return clone.url
  }
  const target: ChapterRun = {
    random: randomFrom(seed),
    createDatabase,
    attack,
    onClose: (close) => closers.push(close),
    async startApp(options = {}) {
      const app = await startTestApp({ databaseUrl: await createDatabase(), ...options })
      closers.push(() => app.close())
      return app
    },
    async startServer(env) {
      const server = await startServer(env)
      closers.push(() => server.stop())
      return server
    },
  }
  try {
    await run(target)
  } catch (error) {
    await attack('prepare', () => Promise.reject(error))
  }
  for (const close of closers.reverse()) {
    await withTimeLimit(20_000, close()).catch((error: unknown) =>
      console.log(`${chapter}: could not clean up: ${textOf(error)}`),
    )
  }
  return outcomes
}

function textOf(error: unknown): string {
  return error instanceof Error
    ? `${error.message} (${error.stack?.split('\n')[1]?.trim()})`
    : String(error)
}

async function withTimeLimit<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not finished within ${milliseconds / 1_000} seconds`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
