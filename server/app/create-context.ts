import { billingGolferHooks, billingGroupHooks, choosePayments } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { groupsGolferHooks } from '../groups/index.ts'
import {
  addNotificationData,
  chooseEmail,
  choosePush,
  chooseTexts,
  findLastNotification,
  messagingGolferHooks,
  messagingGroupHooks,
  notify,
  requeueHeldMessages,
  retireNumber,
} from '../messaging/index.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { checkPooler } from '../platform/database/check-pooler.ts'
import { connect } from '../platform/database/database.ts'
import { DatabaseUnreachable, migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log.ts'
import type { ResourceStack } from '../platform/resource-stack.ts'
import type { Ports } from '../ports.ts'
import { openMeteo } from '../providers/forecasts/open-meteo.ts'
import { adoptZoneRules, teeTimesGolferHooks, teeTimesGroupHooks } from '../tee-times/index.ts'

const POOL_CLOSES_WITHIN_MS = 250

/** Migrates the database and builds the context. @throws ConfigError if the database cannot be used */
export async function createContext(
  config: Config,
  databaseUrl: string,
  resources: ResourceStack,
): Promise<Context> {
  await prepareDatabase(config, databaseUrl)
  const log = createLog(config.logLevel)
  const db = await resources.open(
    'the connections to the database',
    async () =>
      connect({
        url: databaseUrl,
        isPooled: config.databaseDirectUrl !== undefined,
        onConnectionLost: ({ message }) => log.debug(`Lost a database connection: ${message}`),
        onSlow: (statement) => log.warn(statement, 'A query was slow'),
      }),
    (database) => database.$client.end(),
    POOL_CLOSES_WITHIN_MS,
  )
  const contextWithoutProviders = { config, db, clock: systemClock, log, ...connectDomains() }
  await adoptZoneRules(contextWithoutProviders)
  return {
    ...contextWithoutProviders,
    forecasts: openMeteo({
      forecastBase: config.weatherApiBase,
      geocodingBase: config.geocodingApiBase,
      apiKey: config.weatherApiKey,
      onPause: (host, cause) =>
        log.warn({ host, cause }, 'The forecast service keeps failing: pausing requests to it'),
    }),
    email: chooseEmail(contextWithoutProviders),
    texts: chooseTexts(contextWithoutProviders),
    push: choosePush(contextWithoutProviders),
    payments: choosePayments(contextWithoutProviders),
  }
}

async function prepareDatabase(config: Config, databaseUrl: string): Promise<void> {
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  try {
    await migrate(directUrl)
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable) || config.databaseUrl === undefined) throw error
    const variable = config.databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    const hint = error.message.includes('startup parameter')
      ? '. Through PgBouncer, DATABASE_DIRECT_URL must be set too, and point to PostgreSQL'
      : ''
    throw new ConfigError(`${variable}: the database cannot be reached: ${error.message}${hint}`)
  }
  if (config.databaseDirectUrl !== undefined) await checkPooler(databaseUrl, directUrl)
}

export function connectDomains(): Ports {
  return {
    notify,
    addNotificationData,
    findLastNotification,
    requeueHeldMessages,
    retireNumber,
    // Hooks run in the order of these lists.
    golferHooks: [groupsGolferHooks, teeTimesGolferHooks, messagingGolferHooks, billingGolferHooks],
    groupHooks: [teeTimesGroupHooks, messagingGroupHooks, billingGroupHooks],
  }
}
