// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app/app.ts'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { openTcpProxy, type TcpProxy } from '../../system-tests/testing/tcp-proxy.ts'
import { startTestApp } from '../../system-tests/testing/test-app.ts'
import { type Listener, type ListenOptions, listen } from './listen.ts'

const CHANNEL = 'listen_test'

let database: TestDatabase
let proxy: TcpProxy
let listener: Listener
let notificationCount = 0
const gaps: boolean[] = []

beforeEach(async () => {
  notificationCount = 0
  gaps.length = 0
  database = await cloneDatabase()
  proxy = await openTcpProxy(database.url)
})
afterEach(async () => {
  await listener.stop()
  await proxy.close()
  await database.drop()
})

async function start(options: Partial<ListenOptions>): Promise<void> {
  listener = listen({
    url: proxy.url,
    channel: CHANNEL,
    onNotified: () => {
      notificationCount += 1
    },
    onConnected: async (isAfterGap) => {
      gaps.push(isAfterGap)
    },
    ...options,
  })
  await listener.ready
}

async function notify(): Promise<void> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(`notify ${CHANNEL}`)
  await client.end()
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5)
}

test('notices and replaces a connection that died silently', async () => {
  await start({ probeMs: 30, answerMs: 1_000 })
  for (const connection of proxy.connections()) connection.silence()
  await until(() => gaps.length === 2)
  expect(gaps).toEqual([false, true])
  await notify()
  await until(() => notificationCount === 1)
})

test('keeps a connection on which the probes arrive', async () => {
  await start({ probeMs: 5 })
  await sleep(200)
  await notify()
  await until(() => notificationCount === 1)
  expect(gaps).toEqual([false])
})

test('times out when the database accepts a connection but does not respond', async () => {
  const lost: unknown[] = []
  await start({ answerMs: 1_000, onLost: (error) => lost.push(error) })
  proxy.cut()
  proxy.heal()
  proxy.silence()
  await until(() => lost.length >= 2)
  proxy.heal()
  await until(() => gaps.length === 2)
})

test('replaces a connection on which a statement fails', async () => {
  await start({})
  await expect(listener.send({ text: 'select 1 / 0' })).rejects.toThrow('division by zero')
  await expect(listener.send({ text: 'select 1' })).rejects.toThrow('down')
  await until(() => gaps.length === 2)
  expect(await listener.send({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
  await notify()
  await until(() => notificationCount === 1)
})

test('does not count a connection as up while onConnected fails', async () => {
  const failures = [new Error('not yet'), new Error('not yet')]
  await start({
    onConnected: async (isAfterGap) => {
      const failure = failures.pop()
      if (failure !== undefined) throw failure
      gaps.push(isAfterGap)
    },
  })
  expect(failures).toEqual([])
  expect(gaps).toEqual([false])
})

test('stops even when the connection died silently', async () => {
  await start({})
  for (const connection of proxy.connections()) connection.silence()
  await listener.stop()
  expect(() => listener.check()).toThrow('down')
})

test('reports a lost connection, and so does /readyz', async () => {
  await start({})
  const other = await startTestApp({ databaseUrl: database.url })
  const app = await createApp(other.ctx, { directUrl: proxy.url })
  const readyStatus = async () => (await app.inject('/readyz')).statusCode
  try {
    expect(await readyStatus()).toBe(200)
    expect(() => listener.check()).not.toThrow()
    proxy.cut()
    await until(() => !isListening())
    while ((await readyStatus()) !== 503) await sleep(5)
    proxy.heal()
    await until(isListening)
    while ((await readyStatus()) !== 200) await sleep(5)
  } finally {
    await app.close()
    await other.close()
  }
})

function isListening(): boolean {
  try {
    listener.check()
    return true
  } catch {
    return false
  }
}
