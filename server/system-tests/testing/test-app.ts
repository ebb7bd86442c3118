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
import type { Forecasts } from '../../providers/forecasts/forecasts.ts'
import { ForecastsUnavailable } from '../../providers/forecasts/forecasts.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { Texts } from '../../providers/texts/texts.ts'
import { cloneDatabase } from './database.ts'
import { type Phone, phoneOf } from './phone.ts'
import { isPooled, requestsUrl } from './pooler.ts'

/** A clock that stands still until it is moved. */
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
  app: FastifyInstance
  ctx: Context
  clock: StoppedClock
  /** `http://127.0.0.1:…` of the real listening server. */
  url: string
  databaseUrl: string
  /** Every SQL statement sent through the app's pool so far. */
  statements: string[]
  /** The values of each statement's parameters. */
  values: unknown[][]
  /** Runs all jobs that are due, as the app's own runner would. @throws when one fails */
  runJobs(): Promise<void>
  /** Returns a caller of the API. With a session id, it acts as that golfer. */
  phone(sessionId?: string): Phone
  close(): Promise<void>
}

export interface TestAppOptions {
  /** The clock's initial time. */
  at?: string
  env?: Record<string, string>
  forecasts?: Forecasts
  /** How texts are sent; undefined for an app without a provider. If omitted, they stay in the outbox. */
  texts?: Texts | undefined
  /** How payments are made; undefined for an app without a provider. If omitted, in the sandbox. */
  payments?: Payments | undefined
  /** Receives the log at its most verbose. If omitted, nothing is logged. */
  log?: (line: string) => void
  /** Another app's database, for running two apps on one. */
  databaseUrl?: string
  /** How the app's requests reach its database, such as through a proxy. */
  requestsUrl?: string
}

/** Forecasts are unavailable unless a test brings its own. */
const noForecasts: Forecasts = {
  search: () => Promise.reject(new ForecastsUnavailable('refused', 'No forecasts in this test')),
  hours: () => Promise.reject(new ForecastsUnavailable('refused', 'No forecasts in this test')),
}

/** Starts the whole app on its own database, listening on a free loopback port. */
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
    onStatement: (statement, its) => {
      statements.push(statement)
      values.push(its)
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
  const app = await createApp(ctx, { databaseUrl: database.url })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
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
