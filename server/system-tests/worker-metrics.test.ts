// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './testing/database.ts'
import { startWorker, type WorkerProcess } from './testing/server-process.ts'

const TOKEN = 'prometheus-reads-this-0123456789'

let database: TestDatabase
let worker: WorkerProcess

beforeAll(async () => {
  database = await cloneDatabase()
  worker = await startWorker({
    DATABASE_URL: database.url,
    WORKER_PORT: '0',
    METRICS_TOKEN: TOKEN,
  })
})
afterAll(async () => {
  await worker.stop()
  await database.drop()
})

test('serves health checks and metrics, and nothing else', async () => {
  const url = /metrics on (http:\S+)/.exec(worker.output())?.[1] ?? ''
  const get = (path: string, token?: string) =>
    fetch(url + path, { headers: { ...(token && { authorization: `Bearer ${token}` }) } })
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)
  expect((await get('/metrics')).status).toBe(401)
  const metrics = await (await get('/metrics', TOKEN)).text()
  expect(metrics).toContain('fourball_messages_total{channel="text",outcome="sent"} 0')
  expect(metrics).toMatch(/^fourball_jobs_oldest_due_seconds 0$/m)
  expect((await get('/api/auth/me')).status).toBe(404)
})

test('stops while a connection is open', async () => {
  const stoppedAt = performance.now()
  expect(await worker.stop('SIGTERM')).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
})
