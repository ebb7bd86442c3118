import { ConfigError, readConfig } from '../platform/config.ts'
import { createContext } from './create-context.ts'
import { openJobs, print, runProcess } from './run-process.ts'

/** `npm run worker`: works the job queue next to apps that share its database. Serves no requests. */
await runProcess('The Fourball worker', async ({ resources }) => {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_URL: must be set; with the embedded database, the app runs its own jobs',
    )
  }
  const ctx = await createContext(config, config.databaseUrl, resources)
  await openJobs(ctx, config.databaseDirectUrl ?? config.databaseUrl, resources)
  print('The Fourball worker is ready')
})
