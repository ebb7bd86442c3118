import { startThrowaway } from '../../server/platform/database/embedded/throwaway.ts'
import { cloneDatabase, createTemplate, type Template } from '../../server/testing/database.ts'
import { type Random, randomFrom } from '../../server/testing/random.ts'
import { type ServerProcess, startServer } from '../../server/testing/server-process.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../server/testing/test-app.ts'
import type { Outcome } from './report.ts'

/** An attack gives up on an app that does not answer at all. */
const ATTACK_MS = 90_000
/** Of an attack that makes thousands of calls. */
export const LONG_ATTACK_MS = 300_000

/** Counts the tries of an attack that is under way. */
export interface Count {
  tries: number
}

/** One theme of attacks. */
export interface Chapter {
  readonly name: string
  readonly run: (field: Field) => Promise<void>
}

/** Where a chapter attacks: apps and databases of its own, which end with it. */
export interface Field {
  readonly random: Random
  /** A migrated database with nothing in it. */
  database(): Promise<string>
  /** The app in this process, on a clock that stands still, on a database of its own unless told otherwise. */
  app(options?: TestAppOptions): Promise<TestApp>
  /** The app in a process of its own. */
  server(env: Record<string, string>): Promise<ServerProcess>
  /** Ends something with the chapter. */
  closing(close: () => Promise<unknown>): void
  /**
   * Makes an attack and records what came of it.
   * @param make returns what was seen where the app gave in, else undefined. An error counts as that.
   */
  attack(
    name: string,
    make: (count: Count) => Promise<string | undefined>,
    milliseconds?: number,
  ): Promise<void>
}

/** Starts PostgreSQL with a migrated database to copy. */
export async function openGround(): Promise<Template & { close(): Promise<void> }> {
  const server = await startThrowaway()
  const template = { adminUrl: server.adminUrl, templateName: 'fourball_template' }
  await createTemplate(template)
  return { ...template, close: () => server.stop() }
}

/** Runs a chapter. Returns its outcomes; one that cannot be prepared is broken as a whole. */
export async function runChapter(
  { name: chapter, run }: Chapter,
  template: Template,
  seed: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const closings: (() => Promise<unknown>)[] = []
  const attack: Field['attack'] = async (name, make, milliseconds = ATTACK_MS) => {
    const count = { tries: 0 }
    const start = performance.now()
    const broken = await within(milliseconds, make(count)).catch(textOf)
    const seconds = (performance.now() - start) / 1_000
    outcomes.push({ chapter, attack: name, tries: Math.max(1, count.tries), seconds, broken })
    console.log(`${chapter}: ${name}: ${broken === undefined ? 'held' : `BROKEN: ${broken}`}`)
  }
  const database = async () => {
    const clone = await cloneDatabase(template)
    closings.push(clone.drop)
    return clone.url
  }
  const field: Field = {
    random: randomFrom(seed),
    database,
    attack,
    closing: (close) => closings.push(close),
    async app(options = {}) {
      const app = await startTestApp({ databaseUrl: await database(), ...options })
      closings.push(() => app.close())
      return app
    },
    async server(env) {
      const server = await startServer(env)
      closings.push(() => server.stop())
      return server
    },
  }
  try {
    await run(field)
  } catch (error) {
    await attack('prepare', () => Promise.reject(error))
  }
  for (const close of closings.reverse()) {
    await within(20_000, close()).catch((error: unknown) =>
      console.log(`${chapter}: closing: ${textOf(error)}`),
    )
  }
  return outcomes
}

function textOf(error: unknown): string {
  return error instanceof Error
    ? `${error.message} (${error.stack?.split('\n')[1]?.trim()})`
    : String(error)
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no end within ${milliseconds / 1_000} seconds`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
