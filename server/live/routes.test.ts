import { once } from 'node:events'
import http from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import { freezeDate } from '../system-tests/testing/freeze-date.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { LIVE_CHANNEL } from './store.ts'

let app: TestApp
let golfer: TestGolfer

async function startApp(env: Record<string, string> = {}): Promise<void> {
  app = await startTestApp({ env })
  golfer = await factories(app.ctx).golfer()
}
beforeEach(() => startApp())
afterEach(() => app.close())

/** Locks the sessions. Session lookups wait until the returned function is called. */
async function lockSessions(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin; lock table sessions in access exclusive mode')
  return () => client.end()
}

async function waitForConnections(count: number, condition: string): Promise<void> {
  for (;;) {
    const found = await app.ctx.db.execute(
      `select 1 from pg_stat_activity where datname = current_database() and ${condition}`,
    )
    if (found.rows.length === count) return
    await sleep(5)
  }
}
const IS_BLOCKED = "wait_event_type = 'Lock'"

test('opens no stream for a phone that disconnects during its session lookup', async () => {
  const unlock = await lockSessions()
  const connected = once(app.fastify.server, 'connection')
  const request = http.get(`${app.url}/api/live`, {
    agent: false,
    headers: { authorization: `Bearer ${golfer.session}` },
  })
  request.on('error', () => {})
  const [socket] = (await connected) as [Socket]
  await waitForConnections(1, IS_BLOCKED)
  const hungUp = once(socket, 'close')
  request.destroy()
  await hungUp
  await unlock()
  const stream = await app.phone(golfer.session).live()
  const accessReads = app.statements.filter((statement) => statement.includes('array_agg'))
  expect(accessReads).toHaveLength(1)
  stream.close()
})

test('closes a stream opened during shutdown, so that it does not delay the shutdown', async () => {
  const stream = await app.phone(golfer.session).live()
  const unlock = await lockSessions()
  const answer = fetch(`${app.url}/api/live`, {
    headers: { authorization: `Bearer ${golfer.session}` },
  })
  await waitForConnections(1, IS_BLOCKED)
  const closed = app.fastify.close()
  await stream.closed
  await unlock()
  expect(await (await answer).text()).toBe('')
  await closed
})

test('signals the event of a request that ends during shutdown', async () => {
  const listener = new Client({ connectionString: app.databaseUrl })
  await listener.connect()
  await listener.query(`listen ${LIVE_CHANNEL}`)
  const stream = await app.phone(golfer.session).live()
  const unlock = await lockSessions()
  const answer = app.phone(golfer.session).post('/api/auth/logout', {})
  await waitForConnections(1, IS_BLOCKED)
  const signaled = once(listener, 'notification')
  const closed = app.fastify.close()
  await stream.closed
  await unlock()
  expect((await answer).status).toBe(200)
  await signaled
  await closed
  await listener.end()
})

test('opens no stream for a HEAD request', async () => {
  const answer = await app.phone(golfer.session).send('/api/live', { method: 'HEAD' })
  expect(answer.status).toBe(404)
})

test('counts each opened stream toward the read limit', { tags: 'thorough' }, async () => {
  freezeDate()
  await app.close()
  await startApp({ RATE_LIMIT: 'on' })
  const phone = app.phone(golfer.session)
  const stream = await phone.live()
  const reads = await Promise.all(Array.from({ length: 600 }, () => phone.get('/api/auth/me')))
  expect(reads.filter((answer) => answer.status === 429)).toHaveLength(1)
  await expect(phone.live()).rejects.toThrow('429')
  stream.close()
})

test('documents the stream and its session requirement in the OpenAPI document', async () => {
  const answer = await app.phone().get('/api/openapi.json')
  const { paths } = answer.body as { paths: Record<string, { get: { responses: object } }> }
  expect(paths['/api/live']?.get.responses).toMatchObject({
    200: {
      description: expect.stringContaining('refetch'),
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    401: {
      description: 'The session is missing or has ended.',
      content: { 'application/json': { schema: { required: ['message', 'code'] } } },
    },
  })
})
