import { hash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client'
import { type Config, isLoopback } from '../config.ts'
import { readStatus } from '../database/backup/nightly.ts'
import { type Database, ping } from '../database/database.ts'
import { notFound, notSignedIn } from '../errors.ts'
import { countJobs } from '../jobs/store.ts'
import { bearerOf } from './register-route.ts'

const READY_TIMEOUT_MS = 4_000

/**
 * Serves `/healthz`, which succeeds while this process responds. Also serves `/readyz`, which succeeds only
 * while the database responds and `checkReady` does not throw.
 */
export function serveHealth(
  app: FastifyInstance,
  { db }: { db: Database },
  checkReady: () => Promise<void>,
): void {
  const options = { config: { access: 'anyone' }, schema: { hide: true } }
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async (request, reply) => {
    try {
      await Promise.race([ping(db), rejectAfterTimeout()])
      await checkReady()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
}

async function rejectAfterTimeout(): Promise<never> {
  await sleep(READY_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`The database did not respond within ${READY_TIMEOUT_MS} ms`)
}

/** Serves `/metrics` for Prometheus, and measures response times. No metric identifies a person or group. */
export function serveMetrics(
  app: FastifyInstance,
  { config, db }: { config: Config; db: Database },
): void {
  const registry = new Registry()
  measureResponseTimes(app, registry)
  watchPool(db, registry)
  const updateJobMetrics = watchJobs(db, registry)
  watchBackups(config.backupDir, registry)
  const { metricsToken } = config
  const isOpen = metricsToken === undefined && !config.isProduction && isLoopback(config.host)
  const access = "anyone with METRICS_TOKEN; anyone on a developer's machine"
  app.get('/metrics', { config: { access }, schema: { hide: true } }, async (request, reply) => {
    if (!isOpen) {
      if (metricsToken === undefined) throw notFound('address')
      if (!isSameToken(bearerOf(request), metricsToken)) throw notSignedIn()
    }
    await updateJobMetrics().catch((error: unknown) => {
      request.log.warn({ err: error }, 'Could not count the jobs')
    })
    // All apps in this process share the default registry, so add the metrics of the process only once.
    if (register.getSingleMetric('process_cpu_seconds_total') === undefined) collectDefaultMetrics()
    const allMetrics = Registry.merge([register, registry])
    return reply
      .header('cache-control', 'no-store')
      .type(allMetrics.contentType)
      .send(await allMetrics.metrics())
  })
}

function isSameToken(sentToken = '', token: string): boolean {
  return timingSafeEqual(hash('sha256', sentToken, 'buffer'), hash('sha256', token, 'buffer'))
}

function measureResponseTimes(app: FastifyInstance, registry: Registry): void {
  const responseTimes = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route and status class',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const labels = { method: request.method, route: routeOf(request), status }
    responseTimes.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** Returns a call's path pattern, such as '/api/groups/:id'; 'web' for files, screens and unknown paths. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url?.replace(/\(.*\)/, '') ?? ''
  return /^\/(api|calendar|healthz|readyz|metrics)\b/.test(pattern) ? pattern : 'web'
}

function watchPool({ $client: pool }: Database, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'fourball_database_connections',
    help: 'Database connections of this process, by state: idle or busy',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'fourball_database_waiting',
    help: 'Requests of this process that are waiting for a database connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

function watchJobs(db: Database, registry: Registry): () => Promise<void> {
  const registers = [registry]
  const jobs = new Gauge({
    name: 'fourball_jobs',
    help: 'Jobs in the queue by task: due, later, running, retrying after a failure, failed for good',
    labelNames: ['task', 'state'] as const,
    registers,
  })
  const oldestDue = new Gauge({
    name: 'fourball_jobs_oldest_due_seconds',
    help: 'How long the oldest due job has waited for its first try',
    registers,
  })
  return async () => {
    // If counting fails, reporting no number is better than reporting a stale one.
    jobs.reset()
    oldestDue.remove()
    const counts = await countJobs(db)
    for (const { task, state, count } of counts) jobs.set({ task, state }, count)
    const due = counts.filter(({ state }) => state === 'due')
    oldestDue.set(Math.max(0, ...due.map(({ oldestSeconds }) => oldestSeconds)))
  }
}

export function watchBackups(folder: string | undefined, registry: Registry): void {
  if (folder === undefined) return
  for (const [event, field, help] of [
    ['success', 'lastSuccess', 'When the last nightly backup was completed'],
    ['verified', 'lastVerified', 'When a nightly backup was last restored and compared'],
    ['failure', 'lastFailure', 'When a nightly backup or its check last failed'],
  ] as const) {
    new Gauge({
      name: `fourball_backup_last_${event}_timestamp_seconds`,
      help,
      registers: [registry],
      async collect() {
        this.remove()
        const { [field]: at } = await readStatus(folder).catch(() => ({ [field]: undefined }))
        if (at !== undefined) this.set(at / 1_000)
      },
    })
  }
}
