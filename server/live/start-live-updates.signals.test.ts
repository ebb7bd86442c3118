import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { liveSignaler } from './start-live-updates.ts'
import { signalLiveEvents } from './store.ts'

let app: TestApp
let group: TestGroup
let listener: Client
let signalCount: number

beforeAll(async () => {
  app = await startTestApp()
  group = await factories(app.ctx).group()
  listener = new Client({ connectionString: app.databaseUrl })
  await listener.connect()
  await listener.query('listen fourball_live')
  listener.on('notification', () => {
    signalCount += 1
  })
})
afterAll(async () => {
  await listener.end()
  await app.close()
})
beforeEach(() => {
  signalCount = 0
})

test('turns a burst of 200 calls into a few signals', async () => {
  const signaler = liveSignaler(() => signalLiveEvents(app.ctx.db), app.ctx.log)
  for (let n = 0; n < 200; n += 1) {
    signaler.signalSoon()
    if (n % 50 === 0) await sleep(1)
  }
  await waitForSignals()
  expect(signalCount).toBeGreaterThan(0)
  expect(signalCount).toBeLessThan(10)
})

test('signals after a request that may write, but not after one that reads', async () => {
  const phone = app.phone(group.owner.session)
  await phone.get('/api/auth/me')
  await waitForSignals()
  expect(signalCount).toBe(0)
  const answer = await phone.post('/api/tee-times', {
    course: 'Lakeview',
    date: '2026-06-06',
    time: '08:12',
    groupId: group.id,
  })
  expect(answer.status).toBe(201)
  await waitForSignals()
  expect(signalCount).toBe(1)
})

test('signals after jobs run', async () => {
  await app.runJobs()
  await waitForSignals()
  expect(signalCount).toBeGreaterThan(0)
})

test('logs a failed signal and sends later ones', async () => {
  const logEntries: unknown[] = []
  const log = app.ctx.log.child({})
  log.warn = (entry: unknown) => logEntries.push(entry)
  let failuresLeft = 1
  const signaler = liveSignaler(async () => {
    failuresLeft -= 1
    await app.ctx.db.execute(failuresLeft < 0 ? 'notify fourball_live' : 'select 1 / 0')
  }, log)
  signaler.signalSoon()
  while (logEntries.length === 0) await sleep(5)
  signaler.signalSoon()
  while (signalCount === 0) await sleep(5)
  expect(logEntries).toHaveLength(1)
})

async function waitForSignals(): Promise<void> {
  await sleep(100)
  await listener.query('select')
}
