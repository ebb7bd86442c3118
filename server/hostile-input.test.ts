import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let it: TestApp
let golfer: TestGolfer
let group: TestGroup

beforeAll(async () => {
  it = await startTestApp()
  const make = factories(it.ctx)
  group = await make.group()
  golfer = group.owner
  await make.teeTime(group)
})
afterAll(() => it.close())

const json = { 'content-type': 'application/json' }

test.each([
  ['no JSON', '{', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['a number', '7', 400],
  ['nothing', '', 400],
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
])('login with %s is refused in JSON', async (_what, body, status) => {
  const answer = await it.phone().send('/api/auth/login', { method: 'POST', headers: json, body })
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
])('%s is 415', async (type) => {
  const answer = await it
    .phone(golfer.session)
    .send('/api/tee-times', { method: 'POST', headers: { 'content-type': type }, body: 'a=b' })
  expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
})

test('without a session 401 comes before any word on the body', async () => {
  for (const init of [
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    { method: 'POST', headers: json, body: '{' },
  ]) {
    expect((await it.phone().send('/api/tee-times', init)).status).toBe(401)
  }
})

test.each(['abc', '0', '-1', '1.5', '1e3', '0x10', '99999999999', '%00', '2147483648'])(
  'a tee time with the id %s is 400 or 404, by name',
  async (id) => {
    const answer = await it.phone(golfer.session).post(`/api/tee-times/${id}/claim`, {})
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).toMatchObject({ code: expect.any(String) })
  },
)

test('unknown API addresses are 404 in JSON, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await it.phone(golfer.session).send('/api/no/such/call', { method })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect((await it.phone().get('/api/%zz')).status).toBe(400)
})

test('every answer carries the protective headers', async () => {
  const answer = await it.phone(golfer.session).get('/api/auth/me')
  const header = (name: string) => answer.headers.get(name)
  expect(header('cache-control')).toBe('no-store')
  expect(header('x-content-type-options')).toBe('nosniff')
  const policy = header('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
})

/** Numbers that repeat for a seed, so that a failure can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

test('thousands of generated requests: never a 5xx, always JSON', async () => {
  const seed = randomBytes(4).readUInt32LE()
  const random = randomFrom(seed)
  const pick = <T>(from: readonly [T, ...T[]]): T => from[random(from.length)] ?? from[0]
  const nasty = () =>
    pick([
      null,
      true,
      '',
      ' ',
      '\u0000',
      '\ud800',
      '💥',
      "'; drop table golfers; --",
      'x'.repeat(5000),
      0,
      -1,
      1,
      1.5,
      2_147_483_648,
      Number.MAX_VALUE,
      [],
      [[]],
      {},
      { a: 1 },
      '2026-06-06',
      '08:12',
      '99:99',
      group.id,
    ] as const)
  const field = () =>
    pick([
      'course',
      'date',
      'time',
      'notes',
      'maxPlayers',
      'groupId',
      'cost',
      'joinAsPlayer',
      'golferId',
      'creatorId',
      'requesterId',
      'email',
      'password',
      'phone',
      'currentPassword',
      'newPassword',
      'confirmPassword',
      '__proto__',
      'constructor',
    ])
  const valid = () => ({ course: 'Lakeview', date: '2026-06-06', time: '08:12', groupId: group.id })
  const segment = () =>
    encodeURIComponent(
      String(
        pick([group.slug, '1', '0', 'a b', '..', '\u0000', 'é', 'x'.repeat(300), "1' or '1", '%']),
      ),
    )
  const address = () =>
    pick([
      `/api/groups/slug/${segment()}`,
      `/api/groups/slug/${segment()}/check`,
      `/api/groups/slug/${segment()}/tee-times`,
      `/api/groups/${segment()}/members-with-roles`,
      '/api/tee-times',
      `/api/tee-times/${segment()}/claim`,
      `/api/tee-times/${segment()}/unclaim`,
      `/api/tee-times/${segment()}`,
      '/api/cleanup/past-tee-times',
      '/api/auth/login',
      '/api/admin/login',
      '/api/auth/update-phone',
      '/api/auth/me',
      `/api/weather?date=${segment()}&location=${segment()}&time=${segment()}&groupId=${segment()}`,
      `/api/weather?date=2026-06-06&location=${segment()}`,
    ])
  const failures: string[] = []
  const one = async () => {
    const path = address()
    const method = pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
    const body = { ...(random(2) === 0 ? valid() : {}), [field()]: nasty(), [field()]: nasty() }
    const bearer = pick([
      golfer.session,
      golfer.session,
      golfer.session,
      'no-such-session-at-all',
      '',
    ])
    const answer = await it.phone(bearer === '' ? undefined : bearer).send(path, {
      method,
      ...(method !== 'GET' && { headers: json, body: JSON.stringify(body) }),
    })
    if (answer.status >= 500 || answer.body === undefined) {
      failures.push(`${method} ${path} ${JSON.stringify(body)} → ${answer.status} ${answer.text}`)
    }
  }
  for (let round = 0; round < 200; round += 1) await Promise.all(Array.from({ length: 16 }, one))
  expect(failures, `seed ${seed}`).toEqual([])
})
