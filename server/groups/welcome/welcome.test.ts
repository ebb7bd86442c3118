import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_OWNED_GROUPS } from '../../../contract/limits.ts'
import { tasksOf } from '../../app/jobs.ts'
import { deleteAccount } from '../../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { emailsTo, tokenIn, tokensTo } from '../../system-tests/testing/mailbox.ts'
import { type ApiResponse, comparableHeaders } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2026-06-01T16:00:00Z'
const MINUTE = 60_000
const DAY = 86_400_000
const PASSWORD = 'nineteenth-hole'

let app: TestApp
let make: ReturnType<typeof factories>
let ann: TestGolfer
beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  ann = await make.golfer({ name: 'Ann Lee', password: 'fairways' })
})

let counter = 0
async function signUp(adminEmail: string): Promise<string> {
  counter += 1
  const slug = `waiting-${counter}`
  const answer = await app.phone().post('/api/trial/signup', {
    groupName: 'Saturday Stampede',
    slug,
    adminName: 'Ann Lee',
    adminEmail,
    adminPhone: '403-555-0101',
  })
  expect(answer.status).toBe(200)
  return slug
}

const requestPasswordLink = (email: string) =>
  app.phone().post('/api/auth/forgot-password', { email })
const readLink = (token: string) => app.phone().get(`/api/auth/welcome/${token}`)
/** Uses a link as the welcome page does. The name is saved only for an account without a password. */
const redeemLink = (token: string, password?: string) =>
  app.phone().post(`/api/auth/welcome/${token}`, {
    name: 'Ann Other',
    ...(password !== undefined && { password }),
  })
const logIn = (email: string, password: string) =>
  app.phone().post('/api/auth/login', { email, password })
const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows
const passwordOf = async (email: string) =>
  (await query('select password from golfers where email = $1', [email]))[0]?.password

function sessionOf(answer: ApiResponse): string {
  expect(answer.status).toBe(200)
  return (answer.body as { sessionId: string }).sessionId
}

async function newestToken(email: string): Promise<string> {
  return tokenIn((await emailsTo(app, email)).at(-1))
}

const INVALID_LINK_RESPONSE = {
  status: 404,
  body: {
    code: 'LINK_INVALID',
    message: expect.stringContaining('has expired or was already used'),
  },
}

describe('forgotten password', () => {
  test('responds the same to everyone', async () => {
    const admin = await make.golfer({ isSuperAdmin: true, password: PASSWORD })
    const emails = ['nobody@club.example', ann.email, ann.email.toUpperCase(), admin.email]
    const answers = await Promise.all(emails.map(requestPasswordLink))
    const first = answers[0] && comparableHeaders(answers[0].headers)
    for (const { status, headers, text } of answers) {
      expect(status).toBe(200)
      expect(text).toBe(answers[0]?.text)
      expect(comparableHeaders(headers)).toEqual(first)
    }
    // A job looks up the account later, so the timing of the response reveals nothing.
    expect(await query('select 1 from welcome_links where golfer_id = $1', [ann.id])).toEqual([])
    expect(app.statements.at(-1)).toContain('add_job')
    expect(await emailsTo(app, 'nobody@club.example')).toEqual([])
    expect(await emailsTo(app, admin.email)).toHaveLength(1)
    // Repeated requests, in any spelling of the address, send only one email.
    expect(await emailsTo(app, ann.email)).toMatchObject([
      { golferId: ann.id, subject: 'Set a new password for Fourball' },
    ])
  })

  test('sets the password through a link, ending all sessions and other links', async () => {
    const before = await passwordOf(ann.email)
    await requestPasswordLink(ann.email)
    const [first = ''] = await tokensTo(app, ann.email)
    await requestPasswordLink(ann.email)
    const [, second = ''] = await tokensTo(app, ann.email)
    expect(await readLink(first)).toMatchObject(INVALID_LINK_RESPONSE)
    expect(await redeemLink(first, PASSWORD)).toMatchObject(INVALID_LINK_RESPONSE)
    expect((await readLink(second)).body).toMatchObject({
      purpose: 'set-password',
      groupName: null,
    })
    expect(await passwordOf(ann.email)).toBe(before)

    const answer = await redeemLink(second, PASSWORD)
    expect(answer.body).toMatchObject({ slug: null })
    expect((await app.phone(ann.session).get('/api/auth/me')).status).toBe(401)
    expect((await app.phone(sessionOf(answer)).get('/api/auth/me')).body).toMatchObject({
      id: ann.id,
    })
    expect((await logIn(ann.email, 'fairways')).status).toBe(401)
    expect((await logIn(ann.email, PASSWORD)).status).toBe(200)
    expect(await readLink(second)).toMatchObject(INVALID_LINK_RESPONSE)
  })

  test('opens the first active group', async () => {
    const inactiveGroup = await make.group({ name: 'Always First', owner: ann })
    const active = await make.group({ name: 'Zebras', owner: ann })
    await query('update groups set is_active = false where id = $1', [inactiveGroup.id])
    await requestPasswordLink(ann.email)
    const token = await newestToken(ann.email)
    expect((await readLink(token)).body).toMatchObject({ groupName: 'Zebras' })
    expect((await redeemLink(token, PASSWORD)).body).toMatchObject({ slug: active.slug })
  })

  test("keeps a new account's link valid when a password link is requested", async () => {
    const email = 'slow-opener@club.example'
    const superAdmin = await make.golfer({ isSuperAdmin: true })
    await app.phone(superAdmin.session).post('/api/admin/groups', {
      name: 'Slow Openers',
      slug: 'slow-openers',
      adminName: 'Sal Slow',
      adminEmail: email,
      adminPhone: '403-555-0101',
    })
    const welcomeToken = await newestToken(email)
    await requestPasswordLink(email)
    const resetToken = await newestToken(email)
    expect(resetToken).not.toBe(welcomeToken)
    app.clock.moveBy(60 * MINUTE)
    expect(await readLink(resetToken)).toMatchObject(INVALID_LINK_RESPONSE)
    expect((await readLink(welcomeToken)).status).toBe(200)
  })

  test('emails at most three links an hour, though only one works', async () => {
    for (let n = 0; n < 5; n += 1) {
      await requestPasswordLink(ann.email)
      await app.runJobs()
    }
    const tokens = await tokensTo(app, ann.email)
    expect(tokens).toHaveLength(3)
    const answers = await Promise.all(tokens.map(readLink))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200])
  })

  test('invalidates the links when the golfer changes the password', async () => {
    await requestPasswordLink(ann.email)
    const token = await newestToken(ann.email)
    const changed = await app.phone(ann.session).post('/api/auth/change-password', {
      currentPassword: 'fairways',
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    })
    expect(changed.status).toBe(200)
    expect(await redeemLink(token, 'another-one')).toMatchObject(INVALID_LINK_RESPONSE)
  })

  test('refuses a common password for a super admin, whose session ends after twelve hours', async () => {
    const admin = await make.golfer({ isSuperAdmin: true, password: PASSWORD })
    await requestPasswordLink(admin.email)
    const token = await newestToken(admin.email)
    for (const password of ['dragon', 'k7vq2m']) {
      expect(await redeemLink(token, password)).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    }
    const session = sessionOf(await redeemLink(token, PASSWORD))
    app.clock.moveBy(12 * 60 * MINUTE - 1)
    expect((await app.phone(session).get('/api/auth/me')).status).toBe(200)
    app.clock.moveBy(1)
    expect((await app.phone(session).get('/api/auth/me')).status).toBe(401)
  })
})

describe('a pending signup', () => {
  test('starts its group when the link is used, and leaves the account unchanged', async () => {
    const slug = await signUp(ann.email)
    const token = await newestToken(ann.email)
    const before = await passwordOf(ann.email)
    app.clock.moveBy(DAY)
    expect((await readLink(token)).body).toMatchObject({
      name: 'Ann Lee',
      email: ann.email,
      purpose: 'start-group',
      groupName: 'Saturday Stampede',
      suggestedName: null,
      suggestedPhone: null,
    })
    expect((await app.phone(ann.session).get('/api/my-groups')).body).toEqual([])

    const answer = await redeemLink(token, PASSWORD)
    expect(answer.body).toMatchObject({ slug })
    expect(await passwordOf(ann.email)).toBe(before)
    for (const session of [ann.session, sessionOf(answer)]) {
      expect((await app.phone(session).get('/api/my-groups')).body).toMatchObject([
        { slug, ownerId: ann.id, expiryDate: new Date(Date.parse(START) + 31 * DAY).toISOString() },
      ])
    }
    expect(await query('select 1 from signups where slug = $1', [slug])).toEqual([])
    expect(
      await query(
        'select actor_id from audit_entries where action = $1 and group_name = $2 and actor_id = $3',
        ['group-created', 'Saturday Stampede', ann.id],
      ),
    ).toHaveLength(1)
    expect(await redeemLink(token)).toMatchObject(INVALID_LINK_RESPONSE)
  })

  test('creates one account, however many links are used at the same time', async () => {
    const email = `unset-${counter}@club.example`
    const first = await signUp(email)
    const second = await signUp(email)
    const third = await signUp(email)
    const [firstToken = '', ...otherTokens] = await tokensTo(app, email)
    for (const token of [firstToken, ...otherTokens]) {
      expect((await readLink(token)).body).toMatchObject({ purpose: 'new-account' })
    }
    const answers = await Promise.all(
      otherTokens.map((token, n) => redeemLink(token, `password-${n}`)),
    )
    expect(answers.map(({ body }) => body)).toMatchObject([{ slug: second }, { slug: third }])
    const logins = await Promise.all(otherTokens.map((_, n) => logIn(email, `password-${n}`)))
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401])
    // The account has a password now. The link of the first signup starts its group, but does not change the
    // password.
    expect((await redeemLink(firstToken, PASSWORD)).body).toMatchObject({ slug: first })
    expect((await logIn(email, PASSWORD)).status).toBe(401)
    const groups = await query(
      'select slug from groups join golfers on golfers.id = owner_id where email = $1 order by groups.id',
      [email],
    )
    expect(groups.map(({ slug }) => slug).sort()).toEqual([first, second, third].sort())
  })

  test('is refused for a golfer who owns twenty groups', async () => {
    for (let n = 0; n < MAX_OWNED_GROUPS; n += 1) await make.group({ owner: ann })
    await signUp(ann.email)
    const token = await newestToken(ann.email)
    expect(await redeemLink(token)).toMatchObject({ status: 409, body: { code: 'NOT_ELIGIBLE' } })
    expect((await readLink(token)).status).toBe(200)
  })

  test('is refused if its slug has been taken since, and the link stays valid', async () => {
    const slug = await signUp(ann.email)
    const token = await newestToken(ann.email)
    const other = await make.group()
    await query('update groups set slug = $1 where id = $2', [slug, other.id])
    expect(await redeemLink(token)).toMatchObject({ status: 409, body: { code: 'SLUG_TAKEN' } })
    expect((await readLink(token)).status).toBe(200)
  })
})

describe('links in emails', () => {
  test.each([
    ['to set a password', () => requestPasswordLink(ann.email), false],
    ['to start a group', () => signUp(ann.email), true],
  ])('%s work only once, however many requests race', async (_, requestLink, startsGroup) => {
    await requestLink()
    const token = await newestToken(ann.email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => redeemLink(token, `password-${n}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    const winner = answers.findIndex(({ status }) => status === 200)
    const groups = (
      await app.phone(sessionOf(answers[winner] as ApiResponse)).get('/api/my-groups')
    ).body
    expect(groups).toHaveLength(startsGroup ? 1 : 0)
    const expectedPassword = startsGroup ? 'fairways' : `password-${winner}`
    expect((await logIn(ann.email, expectedPassword)).status).toBe(200)
  })

  test.each([
    ['to set a password', 'an hour', () => requestPasswordLink(ann.email), 60 * MINUTE],
    ['to start a group', 'seven days', () => signUp(ann.email), 7 * DAY],
  ])('%s work for %s', async (_, _validity, requestLink, validityMs) => {
    await requestLink()
    const token = await newestToken(ann.email)
    app.clock.moveBy(validityMs - 1)
    expect((await readLink(token)).status).toBe(200)
    app.clock.moveBy(1)
    expect(await readLink(token)).toMatchObject(INVALID_LINK_RESPONSE)
    expect(await redeemLink(token, PASSWORD)).toMatchObject(INVALID_LINK_RESPONSE)
    app.clock.moveBy(1)
    await tasksOf(app.ctx)['delete_expired_links']?.({})
    await tasksOf(app.ctx)['purge_old_rows']?.({})
    const leftoverRows = await query(
      'select 1 from welcome_links where golfer_id = $1 union all select 1 from signups where email = $2',
      [ann.id, ann.email],
    )
    expect(leftoverRows).toEqual([])
  })

  test.each(['x', 'a'.repeat(200), '%F0%9F%8F%8C', "'%20or%20''='"])(
    'reject the token %s',
    async (token) => {
      expect(await readLink(token)).toMatchObject(INVALID_LINK_RESPONSE)
      expect(await redeemLink(token, PASSWORD)).toMatchObject(INVALID_LINK_RESPONSE)
    },
  )

  test('stop working when the account is deleted, which then gets no email', async () => {
    await requestPasswordLink(ann.email)
    await signUp(ann.email)
    const tokens = await tokensTo(app, ann.email)
    expect(tokens).toHaveLength(2)
    await requestPasswordLink(ann.email)
    await signUp(ann.email)
    await deleteAccount(app.ctx, ann.id)
    for (const token of tokens)
      expect(await redeemLink(token, PASSWORD)).toMatchObject(INVALID_LINK_RESPONSE)
    expect(await emailsTo(app, ann.email)).toEqual([])
    const deletedEmail = `deleted-${ann.id}@fourball.invalid`
    await requestPasswordLink(deletedEmail)
    await signUp(deletedEmail)
    expect(await emailsTo(app, deletedEmail)).toEqual([])
  })

  test('are either used or deleted with the account, never both', async () => {
    for (let n = 0; n < 10; n += 1) {
      const golfer = await make.golfer({ password: PASSWORD })
      await signUp(golfer.email)
      const token = await newestToken(golfer.email)
      const [answer, deleted] = await Promise.all([
        redeemLink(token),
        deleteAccount(app.ctx, golfer.id),
      ])
      expect([
        [200, 'owns_groups'],
        [404, 'deleted'],
      ]).toContainEqual([answer.status, deleted])
      const owned = await query('select 1 from groups where owner_id = $1', [golfer.id])
      expect(owned).toHaveLength(answer.status === 200 ? 1 : 0)
    }
  })

  test('record which browser signed in through them', async () => {
    await requestPasswordLink(ann.email)
    const token = await newestToken(ann.email)
    await app.phone().send(`/api/auth/welcome/${token}`, {
      method: 'POST',
      body: JSON.stringify({ password: PASSWORD }),
      headers: { 'content-type': 'application/json', 'user-agent': `Tester/${'1'.repeat(600)}` },
    })
    const [session] = await query('select user_agent from sessions where golfer_id = $1', [ann.id])
    expect(session.user_agent).toBe(`Tester/${'1'.repeat(493)}`)
  })
})

test('verifies the email permanently by using a link, but not by requesting or opening it', async () => {
  const readProvenAt = async () =>
    (await query('select email_proven_at as at from golfers where email = $1', [bea.email]))[0]?.at
  const bea = await make.golfer({ proven: false })
  await requestPasswordLink(bea.email)
  const token = await newestToken(bea.email)
  await readLink(token)
  expect(await readProvenAt()).toBeNull()
  expect((await redeemLink(token, PASSWORD)).status).toBe(200)
  expect(await readProvenAt()).toEqual(new Date(START))

  app.clock.moveBy(DAY)
  await requestPasswordLink(bea.email)
  expect((await redeemLink(await newestToken(bea.email), PASSWORD)).status).toBe(200)
  expect(await readProvenAt()).toEqual(new Date(START))
})
