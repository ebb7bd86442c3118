import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_WORDING } from '../../../contract/preferences.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { emailsTo, tokenIn } from '../../system-tests/testing/mailbox.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2026-06-01T16:00:00Z'
const PASSWORD = 'nineteenth-hole'

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(() => app.clock.moveTo(START))

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

const readLink = (token: string) => app.phone().get(`/api/auth/welcome/${token}`)
/** Uses a link as the welcome page does. The name is saved only for an account without a password. */
const redeemLink = (token: string, password?: string, form = {}) =>
  app.phone().post(`/api/auth/welcome/${token}`, {
    name: 'Ann Other',
    ...(password !== undefined && { password }),
    ...form,
  })
const logIn = (email: string, password: string) =>
  app.phone().post('/api/auth/login', { email, password })
const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows
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

describe('a new account', () => {
  test('sets its password through the link, is signed in and reaches its group', async () => {
    const email = 'newcomer@club.example'
    const slug = await signUp(email)
    const token = await newestToken(email)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await query('select 1 from welcome_links where token_hash like $1', [token])).toEqual([])
    // A stranger may have typed the name and the phone, so neither is shown.
    expect((await readLink(token)).body).toEqual({
      name: null,
      email,
      purpose: 'new-account',
      groupName: 'Saturday Stampede',
      isInvitation: false,
      inviterName: null,
      suggestedName: null,
      suggestedPhone: null,
      nameRequired: true,
      nextOpen: null,
    })
    expect(
      await app.phone().post(`/api/auth/welcome/${token}`, { password: PASSWORD }),
    ).toMatchObject({
      status: 400,
      body: { fields: { name: 'Name must be at least 2 characters' } },
    })
    expect(await redeemLink(token)).toMatchObject({
      status: 400,
      body: { fields: { password: 'Password must be at least 6 characters' } },
    })
    expect((await redeemLink(token, 'short')).status).toBe(400)
    // Neither opening the link, as mail scanners do, nor invalid input has used the link up.
    const answer = await redeemLink(token, PASSWORD)
    expect(answer.body).toEqual({
      sessionId: expect.any(String),
      device: expect.any(String),
      slug,
      texts: null,
    })
    expect((await app.phone(sessionOf(answer)).get(`/api/groups/slug/${slug}`)).body).toMatchObject(
      {
        role: 'owner',
      },
    )
    expect((await logIn(email, PASSWORD)).status).toBe(200)
    expect(await readLink(token)).toMatchObject(INVALID_LINK_RESPONSE)
    expect(await redeemLink(token, 'another-one')).toMatchObject(INVALID_LINK_RESPONSE)
  })

  test('confirms or corrects its name and phone when a super admin created it', async () => {
    const admin = await make.golfer({ isSuperAdmin: true })
    const created = await app.phone(admin.session).post('/api/admin/groups', {
      name: 'Tuesday Twilight',
      slug: 'tuesday-twilight',
      adminName: 'Bo Li',
      adminEmail: 'bo@club.example',
      adminPhone: '403-555-0101',
    })
    expect(created.status).toBe(201)
    const token = await newestToken('bo@club.example')
    expect((await readLink(token)).body).toMatchObject({
      purpose: 'new-account',
      groupName: 'Tuesday Twilight',
      suggestedName: 'Bo Li',
      suggestedPhone: '403-555-0101',
      nameRequired: false,
      nextOpen: null,
    })
    const answer = await app.phone().post(`/api/auth/welcome/${token}`, {
      name: 'Bo Lindqvist',
      phone: '403-555-0102',
      password: PASSWORD,
      textsAgreed: true,
    })
    expect(answer.body).toMatchObject({ slug: 'tuesday-twilight', texts: 'on' })
    expect((await app.phone(sessionOf(answer)).get('/api/auth/me')).body).toMatchObject({
      name: 'Bo Lindqvist',
      phone: '403-555-0102',
      phoneConfirmed: true,
    })
    expect(
      await query(
        `select e.step, e.how, e.number, e.wording from consent_entries e
         join golfers g on g.id = e.golfer_id where g.email = 'bo@club.example'`,
      ),
    ).toEqual([{ step: 'given', how: 'box', number: '+14035550102', wording: CONSENT_WORDING }])
    expect((await emailsTo(app, 'bo@club.example')).at(-1)?.subject).toBe(
      'Texts are on for your Fourball account',
    )
  })

  test('loses the phone that a super admin typed if the golfer clears the field', async () => {
    const admin = await make.golfer({ isSuperAdmin: true })
    await app.phone(admin.session).post('/api/admin/groups', {
      name: 'Wednesday Wedges',
      slug: 'wednesday-wedges',
      adminName: 'Cy Poe',
      adminEmail: 'cy@club.example',
      adminPhone: '403-555-0103',
    })
    const token = await newestToken('cy@club.example')
    const session = sessionOf(await redeemLink(token, PASSWORD, { phone: '' }))
    expect((await app.phone(session).get('/api/auth/me')).body).toMatchObject({
      phone: '',
      phoneConfirmed: false,
    })
    expect(await query(`select phone_number from golfers where email = 'cy@club.example'`)).toEqual(
      [{ phone_number: null }],
    )
  })

  test('can agree to texts only with a phone number', async () => {
    const email = 'no-phone@club.example'
    await signUp(email)
    const token = await newestToken(email)
    const form = { name: 'No Phone', password: PASSWORD }
    expect(
      await app.phone().post(`/api/auth/welcome/${token}`, { ...form, textsAgreed: true }),
    ).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } })
    const answer = await app.phone().post(`/api/auth/welcome/${token}`, form)
    expect(answer.body).toMatchObject({ texts: null })
    expect((await app.phone(sessionOf(answer)).get('/api/auth/me')).body).toMatchObject({
      phone: '',
      phoneConfirmed: false,
    })
  })
})
