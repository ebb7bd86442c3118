import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let testApp: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  testApp = await startTestApp()
  make = factories(testApp.ctx)
})
afterAll(() => testApp.close())

const logIn = (email: string, password: string, path = '/api/auth/login') =>
  testApp.phone().post(path, { email, password })
const sessionIdOf = (body: unknown) => (body as { sessionId: string }).sessionId

describe('signing in', () => {
  test('returns a session id that is stored only as a hash', async () => {
    const golfer = await make.golfer({ password: 'fairway' })
    const answer = await logIn(golfer.email.toUpperCase(), 'fairway')
    expect(answer.status).toBe(200)
    const sessionId = sessionIdOf(answer.body)
    expect(Buffer.from(sessionId, 'base64url')).toHaveLength(32)
    expect((await testApp.phone(sessionId).get('/api/auth/me')).body).toEqual({
      id: golfer.id,
      name: golfer.name,
      email: golfer.email,
      phone: '403-555-0199',
      isSuperAdmin: false,
      phoneConfirmed: true,
      createdAt: expect.any(String),
    })
    const { rows } = await testApp.ctx.db.execute(
      `select count(*)::int as n from sessions where id = '${sessionId}'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('fails the same way for a wrong password, an unknown email and no password', async () => {
    const golfer = await make.golfer({ password: 'fairway' })
    const withoutPassword = await make.golfer()
    const answers = await Promise.all([
      logIn(golfer.email, 'Fairway'),
      logIn('nobody@club.example', 'fairway'),
      logIn(withoutPassword.email, 'temporary'),
    ])
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 401,
        body: {
          code: 'LOGIN_FAILED',
          message: 'Invalid email or password.',
          fields: { password: 'Invalid email or password.' },
        },
      })
    }
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  })

  test.each([
    [{ email: 'no address', password: 'x' }, 'email', 'Invalid email address'],
    [{ email: 'a@b.example', password: '' }, 'password', 'Password is required'],
  ])('refuses %j', async (body, field, message) => {
    const answer = await testApp.phone().post('/api/auth/login', body)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })

  test('as a super admin works only for super admins', async () => {
    const golfer = await make.golfer({ password: 'fairway' })
    const superAdmin = await make.golfer({ password: 'fairway', isSuperAdmin: true })
    expect(await logIn(golfer.email, 'fairway', '/api/admin/login')).toMatchObject({
      status: 401,
      body: { message: 'Invalid super admin credentials.' },
    })
    expect((await logIn(superAdmin.email, 'fairway', '/api/admin/login')).status).toBe(200)
  })

  test("keeps a golfer's ten newest sessions", async () => {
    const golfer = await make.golfer()
    const sessions = [golfer.session]
    for (let n = 0; n < 10; n += 1) {
      testApp.clock.moveBy(1000)
      sessions.push(await make.signIn(golfer.id))
    }
    const [oldest = '', ...newest] = sessions
    expect((await testApp.phone(oldest).get('/api/auth/me')).status).toBe(401)
    for (const session of newest) {
      expect((await testApp.phone(session).get('/api/auth/me')).status).toBe(200)
    }
  })
})

describe('a session', () => {
  const DAY_MS = 86_400_000
  const statusOf = async (session: string) =>
    (await testApp.phone(session).get('/api/auth/me')).status

  test('ends after 30 idle days', async () => {
    const golfer = await make.golfer()
    testApp.clock.moveBy(30 * DAY_MS - 1)
    expect(await statusOf(golfer.session)).toBe(200)
    testApp.clock.moveBy(30 * DAY_MS)
    expect(await statusOf(golfer.session)).toBe(401)
  })

  test('ends after 90 days, however active', async () => {
    const golfer = await make.golfer()
    for (let days = 0; days < 89; days += 10) {
      expect(await statusOf(golfer.session)).toBe(200)
      testApp.clock.moveBy(10 * DAY_MS)
    }
    expect(await statusOf(golfer.session)).toBe(401)
  })

  test('of a super admin ends after 12 hours', async () => {
    const superAdmin = await make.golfer({ password: 'fairway', isSuperAdmin: true })
    const session = sessionIdOf((await logIn(superAdmin.email, 'fairway')).body)
    testApp.clock.moveBy(DAY_MS / 2 - 1)
    expect(await statusOf(session)).toBe(200)
    testApp.clock.moveBy(1)
    expect(await statusOf(session)).toBe(401)
  })

  test('ends at logout, and is never accepted as a cookie', async () => {
    const golfer = await make.golfer()
    const cookie = { headers: { cookie: `sessionId=${golfer.session}` } }
    expect((await testApp.phone().send('/api/auth/me', cookie)).status).toBe(401)
    const answer = await testApp.phone(golfer.session).post('/api/auth/logout')
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(await statusOf(golfer.session)).toBe(401)
  })
})

describe('changing the password', () => {
  const form = {
    currentPassword: 'fairway',
    newPassword: 'greenside',
    confirmPassword: 'greenside',
  }

  test('ends all other sessions and leaves only the new password valid', async () => {
    const golfer = await make.golfer({ password: 'fairway' })
    const other = await make.signIn(golfer.id)
    const answer = await testApp.phone(golfer.session).post('/api/auth/change-password', form)
    expect(answer.status).toBe(200)
    expect((await testApp.phone(other).get('/api/auth/me')).status).toBe(401)
    expect((await testApp.phone(golfer.session).get('/api/auth/me')).status).toBe(200)
    expect((await logIn(golfer.email, 'fairway')).status).toBe(401)
    expect((await logIn(golfer.email, 'greenside')).status).toBe(200)
  })

  test('refuses or ends a concurrent login with the old password', async () => {
    const golfer = await make.golfer({ password: 'fairway' })
    const logins = Array.from({ length: 5 }, () => logIn(golfer.email, 'fairway'))
    const changed = testApp.phone(golfer.session).post('/api/auth/change-password', form)
    const answers = await Promise.all(logins)
    expect((await changed).status).toBe(200)
    for (const { status, body } of answers) {
      const after =
        status === 200 ? await testApp.phone(sessionIdOf(body)).get('/api/auth/me') : { status }
      expect(after.status).toBe(401)
    }
  })

  test('returns 400 instead of 401 for a wrong current password, so the phone stays signed in', async () => {
    const golfer = await make.golfer({ password: 'fairway' })
    const answer = await testApp
      .phone(golfer.session)
      .post('/api/auth/change-password', { ...form, currentPassword: 'bunker' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect((await logIn(golfer.email, 'fairway')).status).toBe(200)
  })

  test.each([
    [{ currentPassword: '' }, 'currentPassword', 'Current password is required'],
    [{ newPassword: 'short' }, 'newPassword', 'New password must be at least 6 characters'],
    [{ confirmPassword: '' }, 'confirmPassword', 'Please confirm your new password'],
    [{ confirmPassword: 'greenside!' }, 'confirmPassword', "Passwords don't match"],
  ])('refuses %j', async (wrongFields, field, message) => {
    const golfer = await make.golfer({ password: 'fairway' })
    const answer = await testApp
      .phone(golfer.session)
      .post('/api/auth/change-password', { ...form, ...wrongFields })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })
})

describe('changing the phone number', () => {
  test('stores it', async () => {
    const golfer = await make.golfer()
    const phone = testApp.phone(golfer.session)
    const answer = await phone.put('/api/auth/update-phone', { phone: ' 403 555 0123 ' })
    expect(answer).toMatchObject({ status: 200, body: { phone: '403 555 0123' } })
    expect((await phone.get('/api/auth/me')).body).toMatchObject({ phone: '403 555 0123' })
  })

  test.each([
    ['', 'Phone number is required'],
    ['403555012', 'Phone number must be at least 10 digits'],
    ['not a number', 'Use only digits, spaces, and these: + ( ) . -'],
  ])('refuses %j', async (phone, message) => {
    const golfer = await make.golfer()
    const answer = await testApp.phone(golfer.session).put('/api/auth/update-phone', { phone })
    expect(answer).toMatchObject({ status: 400, body: { fields: { phone: message } } })
  })
})

describe('password guessing is slowed down', () => {
  const withRateLimit = (work: (app: TestApp) => Promise<void>) => async () => {
    freezeDate()
    const app = await startTestApp({ env: { RATE_LIMIT: 'on' } })
    try {
      await work(app)
    } finally {
      await app.close()
    }
  }
  const guess = (app: TestApp, email: string) =>
    app.phone().post('/api/auth/login', { email, password: 'x' })

  test(
    'for one account after five failures, however the email is written',
    withRateLimit(async (app) => {
      for (let n = 0; n < 5; n += 1) expect((await guess(app, 'a@b.example')).status).toBe(401)
      const refused = await guess(app, 'A@B.example')
      expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      // Other accounts on the same network are not delayed.
      expect((await guess(app, 'other@b.example')).status).toBe(401)
    }),
  )

  test(
    'but not for someone who keeps signing in with the right password',
    withRateLimit(async (app) => {
      const { email } = await factories(app.ctx).golfer({ password: 'fairway' })
      const signIn = () => app.phone().post('/api/auth/login', { email, password: 'fairway' })
      for (let n = 0; n < 11; n += 1) expect((await signIn()).status).toBe(200)
    }),
  )

  test(
    'for one network after sixty tries a minute on any accounts',
    { tags: 'thorough' },
    withRateLimit(async (app) => {
      for (let n = 0; n < 60; n += 1) {
        expect((await guess(app, `golfer-${n % 20}@b.example`)).status).toBe(401)
      }
      expect(await guess(app, 'golfer-0@b.example')).toMatchObject({
        status: 429,
        body: { message: expect.stringMatching(/^Too many attempts/) },
      })
    }),
  )

  test('by the address reported by a trusted proxy only', {
    tags: 'thorough',
  }, async () => {
    freezeDate()
    const guessFrom = (app: TestApp, address: string, email: string) =>
      app.phone().send('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email, password: 'x' }),
      })
    for (const [trust, expected] of [
      ['1', 401],
      ['', 429],
    ] as const) {
      const app = await startTestApp({ env: { RATE_LIMIT: 'on', TRUST_PROXY: trust } })
      for (let n = 0; n < 20; n += 1) await guessFrom(app, '198.51.100.1', `golfer-${n}@b.example`)
      expect((await guessFrom(app, '198.51.100.2', 'other@b.example')).status).toBe(expected)
      await app.close()
    }
  })

  test(
    'for guesses of the current password from any network',
    withRateLimit(async (app) => {
      const golfer = await factories(app.ctx).golfer({ password: 'fairway' })
      const form = { currentPassword: 'x', newPassword: 'greenside', confirmPassword: 'greenside' }
      const change = () => app.phone(golfer.session).post('/api/auth/change-password', form)
      for (let n = 0; n < 5; n += 1) expect((await change()).status).toBe(400)
      expect((await change()).status).toBe(429)
    }),
  )
})
