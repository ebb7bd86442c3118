import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Config, isLoopback } from '../config.ts'
import { countJobs } from '../database/count-jobs.ts'
import type { Database } from '../database/database.ts'
import { notFound, signInFirst } from '../errors.ts'
import { bearerOf } from './serve.ts'

interface House {
  readonly config: Config
  readonly db: Database
}

let ofProcess: Registry | undefined

/** What Node tells about its process; watched once, however many apps it holds. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/**
 * `/metrics` as Prometheus reads it; from here on the app's answers are timed. Nothing in it names a
 * person or a group: routes are told as patterns.
 */
export function measure(app: FastifyInstance, { config, db }: House): void {
  const registry = new Registry()
  timeAnswers(app, registry)
  watchPool(db, registry)
  const jobs = watchJobs(db, registry)
  const { metricsToken } = config
  const isOpen = metricsToken === undefined && !config.production && isLoopback(config.host)
  const access = 'who holds METRICS_TOKEN; on a developer’s machine anyone'
  app.get('/metrics', { config: { access }, schema: { hide: true } }, async (request, reply) => {
    if (!isOpen) {
      if (metricsToken === undefined) throw notFound('address')
      if (!isSame(bearerOf(request), metricsToken)) throw signInFirst()
    }
    await jobs.read().catch((error: unknown) => {
      request.log.warn({ err: error }, 'The jobs cannot be counted')
    })
    const all = Registry.merge([processMetrics(), registry])
    return reply
      .header('cache-control', 'no-store')
      .type(all.contentType)
      .send(await all.metrics())
  })
}

/** Takes as long for a near miss as for any other. */
function isSame(given: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(hash(given), hash(token))
}

function timeAnswers(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route and class of status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const labels = { method: request.method, route: routeOf(request), status }
    seconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** A call's pattern, its parameters by name alone; what is no call (files, screens, nothing) is one. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url?.replace(/\(.*\)/, '') ?? ''
  return /^\/(api|calendar|healthz|readyz|metrics)\b/.test(pattern) ? pattern : 'web'
}

function watchPool({ $client: pool }: Database, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'fourball_database_connections',
    help: 'Connections of this process for requests, by what they do',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'fourball_database_waiting',
    help: 'Requests of this process that wait for a connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

/** The queue is all nodes', so each of them tells the same. */
function watchJobs(db: Database, registry: Registry): { read(): Promise<void> } {
  const registers = [registry]
  const length = new Gauge({
    name: 'fourball_jobs',
    help: 'Jobs in the queue by task: due, later, running, retrying after a failure, failed for good',
    labelNames: ['task', 'state'] as const,
    registers,
  })
  const oldest = new Gauge({
    name: 'fourball_jobs_oldest_due_seconds',
    help: 'For how long the oldest job has waited that nobody has tried',
    registers,
  })
  return {
    async read() {
      // Better no figure than an old one.
      length.reset()
      oldest.remove()
      const counts = await countJobs(db)
      for (const { task, state, count } of counts) length.set({ task, state }, count)
      const due = counts.filter(({ state }) => state === 'due')
      oldest.set(Math.max(0, ...due.map(({ oldestSeconds }) => oldestSeconds)))
    },
  }
}
