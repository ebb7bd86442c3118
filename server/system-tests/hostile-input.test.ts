import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let golfer: TestGolfer
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  group = await make.group()
  golfer = group.owner
  await make.teeTime(group)
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }

test.each([
  ['invalid JSON', '{', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['a number', '7', 400],
  ['no body', '', 400],
  [
    'a poisoned prototype',
    '{"__proto__":{"isSuperAdmin":true},"email":"a@b.example","password":"x"}',
    400,
  ],
  [
    'a body over 64 KiB',
    JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(65_536) }),
    413,
  ],
])('refuses a login with %s in JSON', async (_what, body, status) => {
  const answer = await app.phone().send('/api/auth/login', { method: 'POST', headers: json, body })
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
])('returns 415 for a body of type %s', async (type) => {
  const answer = await app
    .phone(golfer.session)
    .send('/api/tee-times', { method: 'POST', headers: { 'content-type': type }, body: 'a=b' })
  expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
})

test('returns 401 without a session before checking the body', async () => {
  for (const init of [
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    { method: 'POST', headers: json, body: '{' },
  ]) {
    expect((await app.phone().send('/api/tee-times', init)).status).toBe(401)
  }
})

test.each(['abc', '0', '-1', '1.5', '1e3', '0x10', '99999999999', '%00', '2147483648'])(
  'returns 400 or 404 with an error code for the tee-time id %s',
  async (id) => {
    const answer = await app.phone(golfer.session).post(`/api/tee-times/${id}/claim`, {})
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).toMatchObject({ code: expect.any(String) })
  },
)

test('returns 404 in JSON for unknown API paths with any method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await app.phone(golfer.session).send('/api/no/such/call', { method })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect((await app.phone().get('/api/%zz')).status).toBe(400)
})

test('sends the security headers with every response', async () => {
  const answer = await app.phone(golfer.session).get('/api/auth/me')
  const header = (name: string) => answer.headers.get(name)
  expect(header('cache-control')).toBe('no-store')
  expect(header('x-content-type-options')).toBe('nosniff')
  const policy = header('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
})
