import Fastify, { LogController } from 'fastify'
import { ConfigError, readConfig } from '../platform/config.ts'
import { sendError } from '../platform/http/handle-errors.ts'
import { serveHealth, serveMetrics } from '../platform/http/monitoring.ts'
import { createContext } from './create-context.ts'
import { openJobs, print, runProcess } from './run-process.ts'

const SERVER_CLOSES_WITHIN_MS = 500

/** Runs jobs from the queue. If WORKER_PORT is set, also serves health checks and metrics. */
await runProcess('The Fourball worker', async ({ resources }) => {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_URL: must be set; with the embedded database, the app runs its own jobs',
    )
  }
  const ctx = await createContext(config, config.databaseUrl, resources)
  const jobs = await openJobs(ctx, config.databaseDirectUrl ?? config.databaseUrl, resources)
  const { workerPort: port, host } = config
  if (port === undefined) {
    print('The Fourball worker is ready')
    return
  }
  const logController = new LogController({ disableRequestLogging: true })
  const server = await resources.open(
    'the metrics',
    async () => Fastify({ loggerInstance: ctx.log, logController }),
    (serving) => serving.close(),
    SERVER_CLOSES_WITHIN_MS,
  )
  server.decorateRequest('identity', null)
  server.setErrorHandler(sendError)
  serveMetrics(server, ctx)
  serveHealth(server, ctx, async () => jobs.check())
  print(`The Fourball worker is ready, with metrics on ${await server.listen({ port, host })}`)
})
