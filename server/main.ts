import { pino } from 'pino'
import { seedDemo } from '../tools/demo/seed-demo.ts'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { ensureSuperAdmin } from './features/golfers/ensure-super-admin.ts'
import { chooseEmail } from './features/messages/choose-email.ts'
import { SCHEDULE, tasksOf } from './jobs.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { connect } from './platform/database/database.ts'
import { DatabaseStartError, startEmbedded } from './platform/database/embedded/start-embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { workJobs } from './platform/jobs/work-jobs.ts'
import { openMeteo } from './providers/forecasts/open-meteo.ts'

/** Stopping may take this long before the process ends anyway. */
const DRAIN_MS = 10_000

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await start(readConfig(process.env))
} catch (error) {
  process.stderr.write(`Fourball cannot start. ${oneLine(error)}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  // What was opened, in order; stopping goes through it backwards.
  const opened: (() => Promise<unknown>)[] = []
  const stop = stopper(opened)
  try {
    const databaseUrl = config.databaseUrl ?? (await openEmbedded(config, opened, stop))
    await migrate(databaseUrl)
    const log = pino({ level: config.logLevel })
    const db = connect({
      url: databaseUrl,
      onConnectionLost: (error) => log.debug(`Lost a database connection: ${error.message}`),
    })
    opened.push(() => db.$client.end())
    const ctx: Context = {
      config,
      db,
      clock: systemClock,
      log,
      forecasts: openMeteo({
        ...(config.weatherApiBase && { forecastBase: config.weatherApiBase }),
        ...(config.geocodingApiBase && { geocodingBase: config.geocodingApiBase }),
        ...(config.weatherApiKey && { apiKey: config.weatherApiKey }),
      }),
      email: chooseEmail({ config, db, clock: systemClock, log }),
    }
    if (config.superAdmin !== undefined) await ensureSuperAdmin(ctx, config.superAdmin)
    const logins = config.demo ? await seedDemo(ctx) : []

    const jobs = await workJobs({
      url: databaseUrl,
      tasks: tasksOf(ctx),
      schedule: SCHEDULE,
      log,
    })
    opened.push(() => jobs.stop())
    const checkReady = async () => jobs.check()

    const app = await createApp(ctx, { databaseUrl, checkReady })
    opened.push(() => app.close())
    const address = await app.listen({ port: config.port, host: config.host })
    say(
      `Fourball is ready on ${address}${config.publicUrl ? `, which is ${config.publicUrl}` : ''}`,
    )
    for (const line of logins) say(line)
  } catch (error) {
    await stop()
    throw error
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      await stop()
      process.exit(0)
    })
  }
}

async function openEmbedded(
  config: Config,
  opened: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<string> {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: say })
  opened.push(() => embedded.stop())
  void embedded.lost.then(async (error) => {
    process.stderr.write(`${error.message}\n`)
    await stop()
    process.exit(1)
  })
  return embedded.url
}

function stopper(opened: (() => Promise<unknown>)[]): () => Promise<void> {
  return async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      await close().catch((error: unknown) => process.stderr.write(`${oneLine(error)}\n`))
    }
  }
}

function oneLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) return error.message
  const message = error instanceof Error ? error.message || String(error.cause ?? error) : error
  return String(message).split('\n').join(' ')
}
