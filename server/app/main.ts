import { hasDemo, seedDemo } from '../../tools/demo/seed-demo.ts'
import type { Context } from '../context.ts'
import { ensureSuperAdmin } from '../identity/index.ts'
import { type Config, ConfigError, isLoopback, readConfig } from '../platform/config.ts'
import { startEmbedded } from '../platform/database/embedded/start-embedded.ts'
import { waitUntilUnused } from '../platform/http/drain.ts'
import { createApp } from './app.ts'
import { createContext } from './create-context.ts'
import {
  openJobs,
  type ProcessHandle,
  print,
  printError,
  runProcess,
  STOP_MS,
} from './run-process.ts'

/** How long the app can take to stop serving. The rest of STOP_MS is for jobs, connections and database. */
const APP_CLOSES_WITHIN_MS = 8_000

await runProcess('Fourball', async (handle) => {
  const config = readConfig(process.env)
  const { resources } = handle
  const databaseUrl = config.databaseUrl ?? (await openEmbedded(config, handle))
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const ctx = await createContext(config, databaseUrl, resources)
  const signInLines = await prepareAccounts(ctx)

  const jobs = config.runsJobs ? await openJobs(ctx, directUrl, resources) : undefined
  const checkReady = async () => {
    if (resources.isStopping) throw new Error('Fourball is stopping')
    jobs?.check()
  }
  const app = await resources.open(
    'the app',
    () => createApp(ctx, { directUrl, checkReady }),
    async (serving) => {
      await waitUntilUnused(serving)
      await serving.close()
    },
    APP_CLOSES_WITHIN_MS,
  )
  const address = await app.listen({ port: config.port, host: config.host })
  // PORT=0 picks a free port, and links need its number.
  config.port = Number(new URL(address).port) || config.port
  print(
    `Fourball is ready on ${address}${config.publicUrl ? ` (public address: ${config.publicUrl})` : ''}`,
  )
  for (const line of signInLines) print(line)
})

async function openEmbedded({ dataDir }: Config, { resources, stop }: ProcessHandle) {
  const embedded = await resources.open(
    'the database',
    () => startEmbedded({ dataDir, log: print }),
    (database) => database.stop(),
    STOP_MS,
  )
  void embedded.lost.then((error) => {
    printError(error.message)
    return stop(1)
  })
  return embedded.url
}

/** Creates the super admin and the demo, if configured. Returns lines that say how to sign in to the demo. */
async function prepareAccounts(ctx: Context): Promise<string[]> {
  const { isProduction, host, superAdmin, isDemoEnabled, databaseUrl, dataDir } = ctx.config
  // Everyone knows the demo's password, so refuse to open its database to others.
  if ((isProduction || !isLoopback(host)) && (await hasDemo(ctx))) {
    throw new ConfigError(
      databaseUrl === undefined
        ? `DATA_DIR: the database in ${dataDir} contains the demo accounts, whose passwords are public; use another directory`
        : 'DATABASE_URL: this database contains the demo accounts, whose passwords are public; use another database',
    )
  }
  if (superAdmin !== undefined && !(await ensureSuperAdmin(ctx, superAdmin))) {
    throw new ConfigError(
      `SUPER_ADMIN_EMAIL: ${superAdmin.email} belongs to a golfer who is not a super admin; use another address`,
    )
  }
  return isDemoEnabled ? seedDemo(ctx) : []
}
