// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addJob } from '../../platform/jobs/store.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { tokensTo } from '../../system-tests/testing/mailbox.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { signInDelays, signInNetworks } from '../schema.ts'

let testApp: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  testApp = await startTestApp({ env: { TRUST_PROXY: '1' } })
  make = factories(testApp.ctx)
})
afterAll(() => testApp.close())

const MINUTE_MS = 60_000

function logIn(
  email: string,
  password: string,
  address = '192.0.2.1',
  extraFields: object = {},
  app = testApp,
) {
  return app.phone().send('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password, ...extraFields }),
  })
}

const addressNo = (n: number) => `198.51.100.${n + 1}`
const countOf = (answers: readonly ApiResponse[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('guessing one password from many networks', () => {
  test.each(['known', 'unknown'])('allows five guesses at a time (%s account)', async (kind) => {
    const golfer = await make.golfer({ password: 'fairway' })
    const email = kind === 'known' ? golfer.email : `nobody-${golfer.id}@club.example`
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => logIn(email, `guess ${n}`, addressNo(n))),
    )
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([5, 75])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({
      body: {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Too many failed attempts. Wait/),
      },
    })
    expect(Number(refused?.headers.get('retry-after'))).toBe(1)
  })

  test('waits one second, then two, doubling up to fifteen minutes', async () => {
    const { email } = await make.golfer({ password: 'fairway' })
    for (let n = 0; n < 5; n += 1) expect((await logIn(email, 'guess')).status).toBe(401)
    const waits: number[] = []
    for (let n = 0; n < 13; n += 1) {
      const refused = await logIn(email, 'guess', addressNo(n))
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers.get('retry-after'))
      waits.push(seconds)
      testApp.clock.moveBy(seconds * 1000 - 1)
      expect((await logIn(email, 'guess', addressNo(n))).status).toBe(429)
      testApp.clock.moveBy(1)
      expect((await logIn(email, 'guess', addressNo(n))).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test('checks nothing during the wait, not even the right password', async () => {
    const { email } = await make.golfer({ password: 'fairway' })
    for (let n = 0; n < 5; n += 1) await logIn(email, 'guess')
    expect((await logIn(email, 'fairway')).status).toBe(429)
    testApp.clock.moveBy(1000)
    expect((await logIn(email, 'fairway')).status).toBe(200)
  })

  test('starts over after a success and after a day', async () => {
    const { email } = await make.golfer({ password: 'fairway' })
    for (const resetFailures of [
      () => logIn(email, 'fairway'),
      async () => testApp.clock.moveBy(24 * 60 * MINUTE_MS),
    ]) {
      for (let n = 0; n < 4; n += 1) await logIn(email, 'guess')
      await resetFailures()
    }
    for (let n = 0; n < 5; n += 1) expect((await logIn(email, 'guess')).status).toBe(401)
    expect((await logIn(email, 'guess')).status).toBe(429)
  })

  test('counts all ways to sign in and all nodes together', async () => {
    const superAdmin = await make.golfer({ password: 'fairway', isSuperAdmin: true })
    const other = await startTestApp({ databaseUrl: testApp.databaseUrl })
    const guess = (app: TestApp, path: string) =>
      app.phone().post(path, { email: superAdmin.email.toUpperCase(), password: 'guess' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        guess(n % 2 ? testApp : other, n % 3 ? '/api/auth/login' : '/api/admin/login'),
      ),
    )
    await other.close()
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([5, 15])
  })
})

describe('the rightful owner', () => {
  async function makeGolferUnderAttack() {
    const golfer = await make.golfer({ password: 'fairway' })
    const { body } = await logIn(golfer.email, 'fairway')
    for (let n = 0; n < 6; n += 1) await logIn(golfer.email, 'guess', addressNo(n))
    expect((await logIn(golfer.email, 'fairway')).status).toBe(429)
    return { ...golfer, device: (body as { device: string }).device }
  }

  test('signs in without a delay from a device that signed in before', async () => {
    const { email, device } = await makeGolferUnderAttack()
    expect(await logIn(email, 'fairway', '192.0.2.9', { device })).toMatchObject({
      status: 200,
      body: { device },
    })
  })

  test('signs in from anywhere after setting a new password through a link', async () => {
    const { email } = await makeGolferUnderAttack()
    await testApp.phone().post('/api/auth/forgot-password', { email })
    const token = (await tokensTo(testApp, email)).at(-1)
    const password = 'greenside up'
    expect((await testApp.phone().post(`/api/auth/welcome/${token}`, { password })).status).toBe(
      200,
    )
    expect((await logIn(email, password)).status).toBe(200)
  })

  test('is delayed separately on a known device', async () => {
    const { email, device } = await makeGolferUnderAttack()
    for (let n = 0; n < 5; n += 1) {
      expect((await logIn(email, 'guess', '192.0.2.9', { device })).status).toBe(401)
    }
    expect((await logIn(email, 'fairway', '192.0.2.9', { device })).status).toBe(429)
  })

  test.each([
    ['made up', (device: string) => device.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ['truncated', (device: string) => device.slice(0, 40)],
    ['malformed', () => 'ä-ö'],
  ])('cannot use a device key that is %s', async (_, forge) => {
    const { email, device } = await makeGolferUnderAttack()
    expect((await logIn(email, 'fairway', '192.0.2.9', { device: forge(device) })).status).toBe(429)
  })

  test("cannot use another golfer's device key", async () => {
    const { email } = await makeGolferUnderAttack()
    const other = await make.golfer({ password: 'fairway' })
    const { device } = (await logIn(other.email, 'fairway')).body as { device: string }
    expect((await logIn(email, 'fairway', '192.0.2.9', { device })).status).toBe(429)
  })
})

describe('trying many accounts from one network', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ env: { TRUST_PROXY: '1', RATE_LIMIT: 'on' } })
  })
  afterAll(() => app.close())

  test('is stopped after twenty accounts an hour, even when tried at the same time', async () => {
    const { email } = await factories(app.ctx).golfer({ password: 'fairway' })
    const device = (
      (await logIn(email, 'fairway', '203.0.113.8', {}, app)).body as { device: string }
    ).device
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        logIn(`sprayed-${n}@club.example`, 'guess', '203.0.113.7', {}, app),
      ),
    )
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([20, 30])
    expect((await logIn(email, 'fairway', '203.0.113.7', {}, app)).status).toBe(429)
    expect((await logIn(email, 'fairway', '203.0.113.7', { device }, app)).status).toBe(200)
    expect((await logIn(email, 'fairway', '203.0.113.9', {}, app)).status).toBe(200)
    app.clock.moveBy(60 * MINUTE_MS)
    expect((await logIn(email, 'fairway', '203.0.113.7', {}, app)).status).toBe(200)
  })

  test('forgets accounts that eventually signed in', async () => {
    const make = factories(app.ctx)
    for (let n = 0; n < 25; n += 1) {
      const { email } = await make.golfer({ password: 'fairway' })
      expect((await logIn(email, 'guess', `203.0.113.${100 + (n % 2)}`, {}, app)).status).toBe(401)
      expect((await logIn(email, 'fairway', '203.0.113.100', {}, app)).status).toBe(200)
    }
  })

  test('is stored for a day', async () => {
    await logIn('the-day-before@club.example', 'guess', '203.0.113.50', {}, app)
    app.clock.moveBy(24 * 60 * MINUTE_MS + 1)
    await logIn('today@club.example', 'guess', '203.0.113.50', {}, app)
    await addJob(app.ctx.db, 'purge_old_rows', {})
    await app.runJobs()
    expect(await app.ctx.db.$count(signInDelays)).toBe(1)
    expect(await app.ctx.db.$count(signInNetworks)).toBe(1)
  })
})

test("allows five guesses of a session's current password, however many race", async () => {
  const golfer = await make.golfer({ password: 'fairway' })
  const change = () =>
    testApp.phone(golfer.session).post('/api/auth/change-password', {
      currentPassword: 'guess',
      newPassword: 'greenside up',
      confirmPassword: 'greenside up',
    })
  const answers = await Promise.all(Array.from({ length: 30 }, change))
  expect([countOf(answers, 400), countOf(answers, 429)]).toEqual([5, 25])
  expect((await logIn(golfer.email, 'fairway')).status).toBe(200)
})

test('stores no email, network address or device in plain text', async () => {
  const { email } = await make.golfer({ password: 'fairway' })
  await logIn(email, 'guess', '192.0.2.77')
  const { rows } = await testApp.ctx.db.$client.query(
    'select key from sign_in_delays union all select network || account from sign_in_networks',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/@|192\.0/)
})
