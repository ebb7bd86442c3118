import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connectDomains } from '../../server/app/create-context.ts'
import { choosePayments } from '../../server/billing/choose-payments.ts'
import type { Context } from '../../server/context.ts'
import { chooseEmail, choosePush, chooseTexts } from '../../server/messaging/choose-providers.ts'
import { localDateOf, systemClock } from '../../server/platform/clock.ts'
import { readConfig } from '../../server/platform/config.ts'
import { connect } from '../../server/platform/database/database.ts'
import { startThrowaway } from '../../server/platform/database/embedded/testing/throwaway.ts'
import { openMeteo } from '../../server/providers/forecasts/open-meteo.ts'
import {
  type OpenMeteoStandIn,
  startOpenMeteoStandIn,
} from '../../server/providers/forecasts/testing/open-meteo-stand-in.ts'
import { factories } from '../../server/system-tests/testing/factories.ts'
import {
  databaseUrlOf,
  type ServerProcess,
  startServer,
} from '../../server/system-tests/testing/server-process.ts'
import { seedDemo } from '../../tools/demo/seed-demo.ts'

/** The time zone of the test app's groups and their dates. */
export const GROUP_TIME_ZONE = 'America/Edmonton'

export interface StoredEmail {
  readonly subject: string
  readonly body: string
}

/** The whole built app in a separate process, with its own database and a fake weather service. */
export interface TestServer {
  readonly server: ServerProcess
  readonly weather: OpenMeteoStandIn
  readonly db: Context['db']
  readonly make: ReturnType<typeof factories>
  emailsTo(address: string): Promise<readonly StoredEmail[]>
  close(): Promise<void>
}

/**
 * Starts the app on a throwaway database with the demo group in it.
 * @param additionalEnv additional environment variables
 */
export function startTestServer(
  additionalEnv: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return startWith(async (cleanups, env) => {
    const database = await startThrowaway({ inMemory: true })
    cleanups.push(() => database.stop())
    const server = await startServer({ ...env, ...additionalEnv, DATABASE_URL: database.adminUrl })
    cleanups.push(() => server.stop())
    return { server, databaseUrl: database.adminUrl, isSeeded: false }
  })
}

/** Starts the app like a first `npm start`: the app creates its own database and demo group. */
export function startLocalTestServer(): Promise<TestServer> {
  return startWith(async (cleanups, env) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fourball-local-'))
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
    // If root runs the app, the app starts PostgreSQL as another user. Let that user enter the folder. The
    // app would otherwise put the database elsewhere.
    await chmod(dataDir, 0o755)
    const server = await startServer({ ...env, DATA_DIR: dataDir })
    cleanups.push(() => server.stop())
    return { server, databaseUrl: await databaseUrlOf(dataDir), isSeeded: true }
  })
}

type Cleanups = (() => Promise<unknown>)[]

interface StartedServer {
  readonly server: ServerProcess
  readonly databaseUrl: string
  readonly isSeeded: boolean
}

async function startWith(
  start: (cleanups: Cleanups, env: Record<string, string>) => Promise<StartedServer>,
): Promise<TestServer> {
  const cleanups: Cleanups = []
  const close = async () => {
    for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop())
      await cleanup()
  }
  try {
    const weather = await startOpenMeteoStandIn({
      today: () => localDateOf(systemClock.now(), GROUP_TIME_ZONE),
    })
    cleanups.push(() => weather.close())
    const env = {
      WEATHER_API_BASE: weather.base,
      GEOCODING_API_BASE: weather.base,
      RATE_LIMIT: 'off',
    }
    const { server, databaseUrl, isSeeded } = await start(cleanups, env)
    const ctx = createTestContext({ ...env, DATABASE_URL: databaseUrl })
    cleanups.push(() => ctx.db.$client.end())
    if (!isSeeded) await seedDemo(ctx)
    return {
      server,
      weather,
      db: ctx.db,
      make: factories(ctx),
      emailsTo: emailsStoredBy(ctx),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function emailsStoredBy({ db }: Context): TestServer['emailsTo'] {
  return async (address) => {
    const { rows } = await db.$client.query<StoredEmail>(
      'select subject, body from messages where recipient = $1 order by id',
      [address],
    )
    return rows
  }
}

function createTestContext(env: { DATABASE_URL: string; WEATHER_API_BASE: string }): Context {
  const config = readConfig(env)
  const db = connect({ url: env.DATABASE_URL })
  const log = pino({ level: 'silent' })
  const clock = systemClock
  return {
    config,
    db,
    clock,
    log,
    forecasts: openMeteo({
      forecastBase: env.WEATHER_API_BASE,
      geocodingBase: env.WEATHER_API_BASE,
    }),
    email: chooseEmail({ config, db, clock, log }),
    texts: chooseTexts({ config, db, clock, log }),
    push: choosePush({ config, db }),
    payments: choosePayments({ config, db, clock, log }),
    ...connectDomains(),
  }
}
