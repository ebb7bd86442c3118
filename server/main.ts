import { holdsDemo, seedDemo } from '../tools/demo/seed-demo.ts'
import { createApp } from './app.ts'
import type { Context } from './context.ts'
import { ensureSuperAdmin } from './features/golfers/ensure-super-admin.ts'
import { chooseEmail } from './features/messages/choose-email.ts'
import { chooseTexts } from './features/messages/choose-texts.ts'
import { SCHEDULE, tasksOf } from './jobs.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigError, isLoopback, readConfig } from './platform/config.ts'
import { connect } from './platform/database/database.ts'
import { DatabaseStartError, startEmbedded } from './platform/database/embedded/start-embedded.ts'
import { DatabaseUnreachable, migrate } from './platform/database/migrate.ts'
import { workJobs } from './platform/jobs/work-jobs.ts'
import { createLog } from './platform/log.ts'
import { Opened } from './platform/opened.ts'
import { openMeteo } from './providers/forecasts/open-meteo.ts'

/** A stop takes no longer: first the app drains, then its jobs, its connections, its database. */
const STOP_MS = 9_800
const APP_CLOSES_WITHIN_MS = 8_000
const JOBS_CLOSE_WITHIN_MS = 1_000
const POOL_CLOSES_WITHIN_MS = 250

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const opened = new Opened(complain)

// Before anything is opened; and for good: npm passes a Ctrl-C on that the process has had already.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAndExit(0))

try {
  await start(readConfig(process.env))
} catch (error) {
  if (!opened.isStopping) {
    complain(`Fourball cannot start. ${oneLine(error)}`)
    await stopAndExit(1)
  }
}

async function stopAndExit(code: number): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS).unref()
  // A part that breaks while it closes must not leave the others open, the database above all.
  process.on('uncaughtException', (error) => complain(`While stopping: ${oneLine(error)}`))
  await opened.stop()
  process.exit(code)
}

async function start(config: Config): Promise<void> {
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config))
  await migrate(databaseUrl).catch((error: unknown) => {
    throw error instanceof DatabaseUnreachable && config.databaseUrl !== undefined
      ? new ConfigError(`DATABASE_URL: the database cannot be reached: ${error.message}`)
      : error
  })
  const log = createLog(config.logLevel)
  const onConnectionLost = (error: Error) =>
    log.debug(`Lost a database connection: ${error.message}`)
  const db = await opened.open(
    'the connections to the database',
    async () => connect({ url: databaseUrl, onConnectionLost }),
    (pool) => pool.$client.end(),
    POOL_CLOSES_WITHIN_MS,
  )
  const ctx: Context = {
    config,
    db,
    clock: systemClock,
    log,
    forecasts: openMeteo({
      ...(config.weatherApiBase && { forecastBase: config.weatherApiBase }),
      ...(config.geocodingApiBase && { geocodingBase: config.geocodingApiBase }),
      ...(config.weatherApiKey && { apiKey: config.weatherApiKey }),
      onPause: (host, cause) => log.warn({ host, cause }, 'Forecasts fail; they are left alone'),
    }),
    email: chooseEmail({ config, db, clock: systemClock, log }),
    texts: chooseTexts({ config, db, clock: systemClock, log }),
  }
  const logins = await prepareAccounts(ctx)

  const jobs = await opened.open(
    'the jobs',
    () => workJobs({ url: databaseUrl, tasks: tasksOf(ctx), schedule: SCHEDULE, log }),
    (working) => working.stop(),
    JOBS_CLOSE_WITHIN_MS,
  )
  const checkReady = async () => {
    if (opened.isStopping) throw new Error('Fourball is stopping')
    jobs.check()
  }
  const app = await opened.open(
    'the app',
    () => createApp(ctx, { databaseUrl, checkReady }),
    (serving) => serving.close(),
    APP_CLOSES_WITHIN_MS,
  )
  const address = await app.listen({ port: config.port, host: config.host })
  say(`Fourball is ready on ${address}${config.publicUrl ? `, which is ${config.publicUrl}` : ''}`)
  for (const line of logins) say(line)
}

async function openEmbedded({ dataDir }: Config): Promise<string> {
  const embedded = await opened.open(
    'the database',
    () => startEmbedded({ dataDir, log: say }),
    (database) => database.stop(),
    STOP_MS,
  )
  void embedded.lost.then((error) => {
    complain(error.message)
    return stopAndExit(1)
  })
  return embedded.url
}

/** Answers the lines that tell how to log in to the demo, where there is one. */
async function prepareAccounts(ctx: Context): Promise<string[]> {
  const { production, host, superAdmin, demo, databaseUrl, dataDir } = ctx.config
  // Whoever tried Fourball out here first, and now lets others in.
  if ((production || !isLoopback(host)) && (await holdsDemo(ctx))) {
    throw new ConfigError(
      databaseUrl === undefined
        ? `DATA_DIR: the database in ${dataDir} holds the demo's accounts, whose passwords are published; set another directory`
        : "DATABASE_URL: this database holds the demo's accounts, whose passwords are published; set another database",
    )
  }
  if (superAdmin !== undefined && !(await ensureSuperAdmin(ctx, superAdmin))) {
    throw new ConfigError(
      `SUPER_ADMIN_EMAIL: ${superAdmin.email} is the account of a golfer who is no super admin; set another address`,
    )
  }
  return demo ? seedDemo(ctx) : []
}

function oneLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) return error.message
  const message = error instanceof Error ? error.message || String(error.cause ?? error) : error
  return String(message).split('\n').join(' ')
}
