import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hotp } from '../../platform/totp.ts'
import { fromBase32 } from '../../system-tests/testing/base32.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { tokensTo } from '../../system-tests/testing/mailbox.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  RATE_LIMIT: 'on',
  PUBLIC_URL: 'https://golf.example',
  SUPER_ADMIN_EMAIL: 'keeper@golf.example',
  SUPER_ADMIN_PASSWORD: 'nine irons and a tee',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'teetimes@golf.example',
}
const PASSWORD = 'five birdies and a gull'
const STEP_MS = 30_000

let testApp: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  testApp = await startTestApp()
  make = factories(testApp.ctx)
})
afterAll(() => testApp.close())

function currentCodeOf(secret: string, app: TestApp = testApp): string {
  return hotp(fromBase32(secret), Math.floor(app.clock.now().getTime() / STEP_MS))
}

const makeSuperAdmin = (app: TestApp = testApp) =>
  factories(app.ctx).golfer({ password: PASSWORD, isSuperAdmin: true })

const beginSetUp = (session: string, body: object = {}, app = testApp) =>
  app.phone(session).post('/api/auth/sign-in-code/set-up', body)
const confirm = (session: string, code: string, app = testApp) =>
  app.phone(session).post('/api/auth/sign-in-code/confirm', { code })
const enter = (session: string, code: string) =>
  testApp.phone(session).post('/api/auth/sign-in-code/enter', { code })
const turnOff = (session: string, code: string) =>
  testApp.phone(session).delete('/api/auth/sign-in-code', { code })

/** Also moves the clock to the next code, because each code works only once. */
async function setUp({ session }: TestGolfer, app = testApp) {
  const { secret } = (await beginSetUp(session, {}, app)).body as { secret: string }
  const answer = await confirm(session, currentCodeOf(secret, app), app)
  expect(answer.status).toBe(200)
  app.clock.moveBy(STEP_MS)
  return { secret, recoveryCodes: (answer.body as { recoveryCodes: string[] }).recoveryCodes }
}

const logIn = (email: string, code?: string, path = '/api/admin/login') =>
  testApp.phone().post(path, { email, password: PASSWORD, ...(code !== undefined && { code }) })
const sessionOf = (answer: ApiResponse) => (answer.body as { sessionId: string }).sessionId
const codeStatusOf = async (session: string, app = testApp) =>
  ((await app.phone(session).get('/api/auth/me')).body as { signInCode?: string }).signInCode
const getStatsStatus = async (session: string, app = testApp) =>
  (await app.phone(session).get('/api/super-admin/stats')).status
const CODE_REQUIRED = { status: 401, body: { code: 'SIGN_IN_CODE_REQUIRED' } }

async function auditOf(golfer: TestGolfer) {
  const { rows } = await testApp.ctx.db.$client.query(
    'select action, detail from audit_entries where golfer_id = $1 order by id',
    [golfer.id],
  )
  return rows.map(({ action, detail }) => (detail === null ? action : `${action}: ${detail}`))
}

describe('signing in with a code', () => {
  test.each(['/api/admin/login', '/api/auth/login'])('works through %s', async (path) => {
    const golfer = await makeSuperAdmin()
    const { secret } = await setUp(golfer)
    expect(await logIn(golfer.email, undefined, path)).toMatchObject(CODE_REQUIRED)
    expect(await logIn(golfer.email, '000000', path)).toMatchObject({
      ...CODE_REQUIRED,
      body: { fields: { code: expect.stringMatching(/isn't right/) } },
    })
    const code = currentCodeOf(secret)
    const answer = await logIn(golfer.email, `${code.slice(0, 3)} ${code.slice(3)}`, path)
    expect(answer.status).toBe(200)
    expect(await codeStatusOf(sessionOf(answer))).toBe('on')
    expect(await getStatsStatus(sessionOf(answer))).toBe(200)
  })

  test('reveals nothing about the code without the password', async () => {
    const golfer = await makeSuperAdmin()
    const { secret } = await setUp(golfer)
    const answer = await testApp
      .phone()
      .post('/api/admin/login', { email: golfer.email, password: 'x', code: currentCodeOf(secret) })
    expect(answer).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } })
  })

  test('accepts a code once, however many requests race, and no older code afterward', async () => {
    const golfer = await makeSuperAdmin()
    const { secret } = await setUp(golfer)
    const old = currentCodeOf(secret)
    testApp.clock.moveBy(STEP_MS)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => logIn(golfer.email, currentCodeOf(secret))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(await logIn(golfer.email, old)).toMatchObject(CODE_REQUIRED)
  })

  test('allows five wrong codes at a time with the right password from many networks', async () => {
    const golfer = await makeSuperAdmin()
    await setUp(golfer)
    const guesses = Array.from({ length: 5 }, (_, n) => logIn(golfer.email, `00000${n}`))
    for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject(CODE_REQUIRED)
    expect(await logIn(golfer.email, '000009')).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    })
  })

  test('accepts each recovery code once, in upper or lower case', async () => {
    const golfer = await makeSuperAdmin()
    const { recoveryCodes } = await setUp(golfer)
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(golfer.email, first)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    const upperCase = ` ${second.toUpperCase().replaceAll('-', ' ')} `
    expect((await logIn(golfer.email, upperCase)).status).toBe(200)
    const { rows } = await testApp.ctx.db.$client.query('select code_hash from recovery_codes')
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[2]?.replaceAll('-', ''))
    expect(await auditOf(golfer)).toEqual(
      expect.arrayContaining([
        'sign-in-code-set-up',
        'recovery-code-used: 9 left',
        'recovery-code-used: 8 left',
        'sign-in-code-failed',
        'super-admin-signed-in',
      ]),
    )
  })

  test('is required in a session opened through a link', async () => {
    const golfer = await makeSuperAdmin()
    const { secret } = await setUp(golfer)
    await testApp.phone().post('/api/auth/forgot-password', { email: golfer.email })
    const [token] = await tokensTo(testApp, golfer.email)
    const used = await testApp
      .phone()
      .post(`/api/auth/welcome/${token}`, { password: `${PASSWORD}!` })
    const session = sessionOf(used)
    expect(await codeStatusOf(session)).toBe('enter')
    for (const path of ['/api/super-admin/stats', '/api/my-groups', '/api/auth/sessions']) {
      expect(await testApp.phone(session).get(path)).toMatchObject({
        status: 403,
        body: { code: 'SIGN_IN_CODE_FIRST' },
      })
    }
    expect(await beginSetUp(session)).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
    expect(await turnOff(session, '000000')).toMatchObject({ status: 400 })
    expect(await enter(session, '000000')).toMatchObject({
      status: 400,
      body: { code: 'WRONG_CODE' },
    })
    expect((await enter(session, currentCodeOf(secret))).status).toBe(200)
    expect(await getStatsStatus(session)).toBe(200)
  })
})

describe('setting up a code', () => {
  test('requires one of its codes and shows the secret in both forms', async () => {
    const golfer = await makeSuperAdmin()
    const { body } = await beginSetUp(golfer.session)
    const { secret, address } = body as { secret: string; address: string }
    const uri = new URL(address)
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe(`/Fourball:${golfer.email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Fourball' })
    expect(fromBase32(secret)).toHaveLength(20)
    expect(await confirm(golfer.session, '000000')).toMatchObject({
      status: 400,
      body: { code: 'WRONG_CODE', fields: { code: expect.any(String) } },
    })
    expect(await codeStatusOf(golfer.session)).toBe('off')
    expect((await logIn(golfer.email)).status).toBe(200)
    expect((await confirm(golfer.session, currentCodeOf(secret))).status).toBe(200)
    expect(await logIn(golfer.email)).toMatchObject(CODE_REQUIRED)
    expect(await logIn(golfer.email, currentCodeOf(secret))).toMatchObject(CODE_REQUIRED)
  })

  test('ends other sessions and keeps this one', async () => {
    const golfer = await makeSuperAdmin()
    const other = await make.signIn(golfer.id)
    await setUp(golfer)
    expect((await testApp.phone(other).get('/api/auth/me')).status).toBe(401)
    expect(await getStatsStatus(golfer.session)).toBe(200)
  })

  test('cannot be confirmed before it was started', async () => {
    const golfer = await makeSuperAdmin()
    expect(await confirm(golfer.session, '123456')).toMatchObject({
      status: 409,
      body: { code: 'NOT_NOW' },
    })
  })

  test('requires a current code to start again, and the old secret works until confirmation', async () => {
    const golfer = await makeSuperAdmin()
    const { secret, recoveryCodes } = await setUp(golfer)
    expect(await beginSetUp(golfer.session)).toMatchObject({
      status: 400,
      body: { code: 'WRONG_CODE' },
    })
    const begun = await beginSetUp(golfer.session, { code: currentCodeOf(secret) })
    const { secret: nextSecret } = begun.body as { secret: string }
    testApp.clock.moveBy(STEP_MS)
    expect((await logIn(golfer.email, currentCodeOf(secret))).status).toBe(200)
    testApp.clock.moveBy(STEP_MS)
    expect((await confirm(golfer.session, currentCodeOf(nextSecret))).status).toBe(200)
    testApp.clock.moveBy(STEP_MS)
    expect(await logIn(golfer.email, currentCodeOf(secret))).toMatchObject(CODE_REQUIRED)
    expect(await logIn(golfer.email, recoveryCodes[0])).toMatchObject(CODE_REQUIRED)
    expect((await logIn(golfer.email, currentCodeOf(nextSecret))).status).toBe(200)
  })

  test('is undone only with a current code', async () => {
    const golfer = await makeSuperAdmin()
    const { secret } = await setUp(golfer)
    expect(await turnOff(golfer.session, '000000')).toMatchObject({ status: 400 })
    expect((await turnOff(golfer.session, currentCodeOf(secret))).status).toBe(200)
    expect(await codeStatusOf(golfer.session)).toBe('off')
    expect((await logIn(golfer.email)).status).toBe(200)
    expect(await auditOf(golfer)).toContain('sign-in-code-removed')
  })
})

test('lets a super admin without a code only set one up in production', async () => {
  const app = await startTestApp({ env: PRODUCTION_ENV })
  try {
    const golfer = await makeSuperAdmin(app)
    expect(await codeStatusOf(golfer.session, app)).toBe('set-up')
    for (const path of ['/api/super-admin/stats', '/api/my-groups', '/api/auth/sessions']) {
      expect(await app.phone(golfer.session).get(path)).toMatchObject({
        status: 403,
        body: {
          code: 'SIGN_IN_CODE_FIRST',
          message: expect.stringMatching(/Set up a sign-in code/),
        },
      })
    }
    await setUp(golfer, app)
    expect(await codeStatusOf(golfer.session, app)).toBe('on')
    expect(await getStatsStatus(golfer.session, app)).toBe(200)
  } finally {
    await app.close()
  }
})
