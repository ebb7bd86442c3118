import type { FastifyInstance } from 'fastify'
import { createApp } from '../../app/app.ts'
import { connectDomains } from '../../app/create-context.ts'
import { tasksOf } from '../../app/jobs.ts'
import { choosePayments } from '../../billing/choose-payments.ts'
import type { Context } from '../../context.ts'
import { chooseEmail, choosePush, chooseTexts } from '../../messaging/choose-providers.ts'
import { readConfig } from '../../platform/config.ts'
import { connect } from '../../platform/database/database.ts'
import { workJobsOnce } from '../../platform/jobs/testing/work-jobs-once.ts'
import { createLog } from '../../platform/log.ts'
import type { ForecastProvider } from '../../providers/forecasts/forecasts.ts'
import { ForecastsUnavailable } from '../../providers/forecasts/forecasts.ts'
import type { PaymentProvider } from '../../providers/payments/payments.ts'
import type { TextProvider } from '../../providers/texts/texts.ts'
import { cloneDatabase } from './database.ts'
import { type Phone, phoneOf } from './phone.ts'
import { isPooled, requestsUrl } from './pooler.ts'

/** A clock that is stopped until a test moves it. */
export class StoppedClock {
  #now: Date
  constructor(iso: string) {
    this.#now = new Date(iso)
  }
  now(): Date {
    return new Date(this.#now)
  }
  moveTo(iso: string): void {
    this.#now = new Date(iso)
  }
  moveBy(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

export interface TestApp {
  fastify: FastifyInstance
  ctx: Context
  clock: StoppedClock
  url: string
  databaseUrl: string
  /** Every SQL statement sent through the app's pool so far. */
  statements: string[]
  /** The values of each statement's parameters. */
  values: unknown[][]
  /** Runs all jobs that are due, as the app's own runner would. @throws Error if one fails */
  runJobs(): Promise<void>
  /** Returns a client of the API. With a session id, its calls are signed in. */
  phone(sessionId?: string): Phone
  close(): Promise<void>
}

export interface TestAppOptions {
  at?: string
  env?: Record<string, string>
  forecasts?: ForecastProvider
  /** The text provider; undefined for an app without one. If omitted, `env` decides, as in production. */
  texts?: TextProvider | undefined
  /** The payment provider; undefined for an app without one. If omitted, `env` decides, as in production. */
  payments?: PaymentProvider | undefined
  /** Receives each line of the log, at level 'trace'. If omitted, nothing is logged. */
  log?: (line: string) => void
  /** The URL of another app's database, to run two apps on it. */
  databaseUrl?: string
  /** The database URL of the app's pool, such as a proxy's. The job runner and live events do not use it. */
  requestsUrl?: string
}

const noForecasts: ForecastProvider = {
  search: () => Promise.reject(new ForecastsUnavailable('refused', 'No forecasts in this test')),
  hours: () => Promise.reject(new ForecastsUnavailable('refused', 'No forecasts in this test')),
}

/** Starts the whole app on a free loopback port, by default with its own database. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database =
    options.databaseUrl === undefined
      ? await cloneDatabase()
      : { url: options.databaseUrl, drop: async () => {} }
  const statements: string[] = []
  const values: unknown[][] = []
  const db = connect({
    url: options.requestsUrl ?? requestsUrl(database.url),
    isPooled,
    onStatement: (statement, parameters) => {
      statements.push(statement)
      values.push(parameters)
    },
  })
  const clock = new StoppedClock(options.at ?? '2026-06-01T16:00:00Z')
  const config = readConfig({ RATE_LIMIT: 'off', DEMO: '0', BACKUP_DIR: 'off', ...options.env })
  const log =
    options.log === undefined ? createLog('silent') : createLog('trace', { write: options.log })
  const ctx: Context = {
    config,
    db,
    clock,
    log,
    forecasts: options.forecasts ?? noForecasts,
    email: chooseEmail({ config, db, clock, log }),
    texts: 'texts' in options ? options.texts : chooseTexts({ config, db, clock, log }),
    push: choosePush({ config, db }),
    payments: 'payments' in options ? options.payments : choosePayments({ config, db, clock, log }),
    ...connectDomains(),
  }
  const app = await createApp(ctx, { directUrl: database.url })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    fastify: app,
    ctx,
    clock,
    url,
    databaseUrl: database.url,
    statements,
    values,
    runJobs: () => workJobsOnce(database.url, tasksOf(ctx)),
    phone: (sessionId) => phoneOf(url, sessionId),
    async close() {
      await app.close()
      await db.$client.end()
      await database.drop()
    },
  }
}
