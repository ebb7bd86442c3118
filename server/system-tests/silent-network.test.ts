// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { messages } from '../messaging/schema.ts'
import { addDays, localDateOf } from '../platform/clock.ts'
import { connect, type Database } from '../platform/database/database.ts'
import { teeTimes } from '../tee-times/schema.ts'
import { cloneDatabase, type TestDatabase } from './testing/database.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import type { Phone } from './testing/phone.ts'
import { isPooled, requestsUrl } from './testing/pooler.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { openTcpProxy, type TcpProxy, type Trap } from './testing/tcp-proxy.ts'

/** How long each silence lasts, in milliseconds: so long that everything in progress times out. */
const SILENCE_MS = 9_000

/** After {@link heal}, everything must work again within this time, in milliseconds. */
const RECOVERY_MS = 10_000

let database: TestDatabase
/** The proxy to which the app's DATABASE_URL points. */
let proxy: TcpProxy
/** The proxy to which the app's DATABASE_DIRECT_URL points. Without a pooler, it equals `proxy`. */
let directProxy: TcpProxy
let env: Record<string, string>
let server: ServerProcess
/** Connects to the database directly, not through a proxy. */
let db: Database
let make: ReturnType<typeof factories>
let group: TestGroup
let golfer: TestGolfer
let phone: Phone

beforeAll(async () => {
  database = await cloneDatabase()
  proxy = await openTcpProxy(requestsUrl(database.url))
  directProxy = isPooled ? await openTcpProxy(database.url) : proxy
  env = {
    DATABASE_URL: proxy.url,
    ...(isPooled && { DATABASE_DIRECT_URL: directProxy.url }),
    LOG_LEVEL: 'silent',
  }
  server = await startServer(env)
  db = connect({ url: database.url })
  make = factories({ db, clock: { now: () => new Date() } })
  group = await make.group()
  golfer = await make.member(group)
  phone = server.phone(golfer.session)
  await expectWorking()
})
afterEach(heal)
afterAll(async () => {
  await server.stop()
  for (const each of proxies()) await each.close()
  await db.$client.end()
  await database.drop()
})

const proxies = () => new Set([proxy, directProxy])

function silence(): void {
  for (const each of proxies()) each.silence()
}

function heal(): void {
  for (const each of proxies()) each.heal()
}

const countTeeTimes = (course: string) => db.$count(teeTimes, eq(teeTimes.course, course))

const postTeeTime = (course: string) =>
  phone.post('/api/tee-times', {
    groupId: group.id,
    creatorId: golfer.id,
    course,
    date: addDays(localDateOf(new Date(), 'America/Edmonton'), 3),
    time: '08:12',
    maxPlayers: 4,
    joinAsPlayer: false,
    cost: 0,
  })

const changeCourse = (card: unknown, course: string) => {
  const { id, version } = card as TeeTime
  return phone.put(`/api/tee-times/${id}`, { golferId: golfer.id, version, course })
}

const claim = (teeTimeId: number) =>
  phone.post(`/api/tee-times/${teeTimeId}/claim`, { golferId: golfer.id })

/** Matches the `commit` (a simple query, message type Q) of a change to a tee time, not that of a job. */
const COMMIT_TRAP = { matching: /^Q.{4}commit/s, after: /update "tee_times"/ }

async function expectWorking(): Promise<void> {
  expect((await server.phone().get('/readyz')).status).toBe(200)
  expect((await phone.get('/api/auth/me')).status).toBe(200)
  const live = await phone.live()
  try {
    const { status, body } = await postTeeTime('Shaganappi Point')
    expect(status).toBe(201)
    const { id } = body as { id: number }
    expect((await claim(id)).status).toBe(200)
    const liveEvent = live.next((event) => event.type === 'tee-time' && event.teeTime.id === id)
    expect(await Promise.race([liveEvent, sleep(2_000, 'nothing')])).not.toBe('nothing')
  } finally {
    live.close()
  }
  const countMails = () => db.$count(messages, eq(messages.recipient, golfer.email))
  const mailsBefore = await countMails()
  // Delete earlier links, so that the hourly limit on these emails does not stop the next email.
  await db.execute(sql`delete from welcome_links where golfer_id = ${golfer.id}`)
  const response = await server.phone().post('/api/auth/forgot-password', { email: golfer.email })
  expect(response.status).toBeLessThan(300)
  for (let tries = 0; (await countMails()) === mailsBefore; tries += 1) {
    if (tries > 40) throw new Error('No job ran')
    await sleep(100)
  }
}

async function expectRecovery(): Promise<void> {
  heal()
  const healedAt = performance.now()
  for (;;) {
    const failure = await expectWorking().then(
      () => undefined,
      (error: unknown) => error,
    )
    const elapsedMs = performance.now() - healedAt
    if (failure === undefined) {
      expect(elapsedMs).toBeLessThan(RECOVERY_MS)
      return
    }
    if (elapsedMs > RECOVERY_MS) throw failure
    await sleep(100)
  }
}

/**
 * Runs `act`. When the app sends a matching statement, silences that statement's connection, then all
 * others.
 */
async function silenceAt<T>(trap: Omit<Trap, 'effect'>, act: () => Promise<T>): Promise<T> {
  proxy.trap({ ...trap, effect: 'silence', onSprung: silence })
  return act()
}

test('recovers from silence while idle', async () => {
  silence()
  await sleep(SILENCE_MS)
  await expectRecovery()
})

test('returns 503 in bounded time while the network is silent, then recovers', async () => {
  silence()
  const startedAt = performance.now()
  const answers = await Promise.all(Array.from({ length: 40 }, () => phone.get('/api/auth/me')))
  expect(performance.now() - startedAt).toBeLessThan(16_000)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(answers[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await server.phone().get('/readyz')).status).toBe(503)
  await expectRecovery()
})

test('recovers from silence during a statement', async () => {
  const { id } = (await postTeeTime('Kananaskis')).body as { id: number }
  const answer = await silenceAt({ matching: /claim_spot/, statement: 'is lost' }, () => claim(id))
  expect(answer).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  await expectRecovery()
})

test('recovers from silence during a transaction, which is rolled back', async () => {
  const { body } = await postTeeTime('Valley Ridge')
  const answer = await silenceAt({ matching: /update "tee_times"/, statement: 'passes' }, () =>
    changeCourse(body, 'Silver Springs'),
  )
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  await expectRecovery()
  expect(await countTeeTimes('Silver Springs')).toBe(0)
  expect((await changeCourse(body, 'Silver Springs')).status).toBe(200)
})

test('reports an unknown outcome when a commit gets no response, and recovers', async () => {
  const { body } = await postTeeTime('Valley Ridge')
  const answer = await silenceAt({ ...COMMIT_TRAP, statement: 'passes' }, () =>
    changeCourse(body, 'Canyon Meadows'),
  )
  expect(answer).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  await expectRecovery()
  expect(await countTeeTimes('Canyon Meadows')).toBe(1)
})

test('reports an unknown outcome when the connection is cut after a commit', async () => {
  const { body } = await postTeeTime('Valley Ridge')
  proxy.trap({ ...COMMIT_TRAP, statement: 'passes', effect: 'cut' })
  const answer = await changeCourse(body, 'Bearspaw')
  expect(answer).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
  await expectRecovery()
  expect(await countTeeTimes('Bearspaw')).toBe(1)
})

test('recovers from silence while connecting', async () => {
  for (const each of proxies()) each.cut()
  heal()
  silence()
  expect((await phone.get('/api/auth/me')).status).toBe(503)
  await sleep(SILENCE_MS)
  await expectRecovery()
})

test.each(['fourball live', 'fourball jobs', 'fourball worker locks', 'fourball'])(
  'recovers when only the connections of "%s" go silent',
  async (name) => {
    const silenced = [...proxies()].flatMap((each) => each.connections(name))
    expect(silenced.length).toBeGreaterThan(0)
    for (const connection of silenced) connection.silence()
    await expectRecovery()
  },
)

test('stops in time during silence', async () => {
  const other = await startServer(env)
  silence()
  const startedAt = performance.now()
  await other.stop()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  await expectRecovery()
})
