import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import type { Answer, Phone } from './testing/phone.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/**
 * Who may call what: the role table, walked over every route of the app. `own` is the group in which
 * member, creator, admin and owner are; `foreign` is another, which only its own owner (here: the
 * stranger) belongs to; `missing` is an id nobody ever had.
 */
const ROLES = ['visitor', 'stranger', 'member', 'creator', 'admin', 'owner', 'superAdmin'] as const
type Role = (typeof ROLES)[number]
const TARGETS = ['own', 'foreign', 'missing'] as const
type Target = (typeof TARGETS)[number]

let it: TestApp
let make: ReturnType<typeof factories>
let people: Record<Exclude<Role, 'visitor'>, TestGolfer>
let own: TestGroup
let foreign: TestGroup

beforeAll(async () => {
  it = await startTestApp()
  make = factories(it.ctx)
  const owner = await make.golfer()
  const stranger = await make.golfer()
  own = await make.group({ owner })
  foreign = await make.group({ owner: stranger })
  people = {
    stranger,
    owner,
    member: await make.member(own),
    creator: await make.member(own),
    admin: await make.member(own, { isAdmin: true }),
    superAdmin: await make.golfer({ isSuperAdmin: true }),
  }
})
afterAll(() => it.close())

const MISSING = 2_147_483_647

async function groupOf(target: Target): Promise<{ id: number; slug: string }> {
  if (target === 'missing') return { id: MISSING, slug: 'nobody-ever-had-this' }
  return target === 'own' ? own : foreign
}

/** A fresh tee time in the target's group; in the own one it is the creator's. */
async function teeTimeOf(target: Target): Promise<number> {
  if (target === 'missing') return MISSING
  const card =
    target === 'own'
      ? await make.teeTime(own, { creator: people.creator })
      : await make.teeTime(foreign)
  return card.id
}

/** Expected status by role: in the own group, and in the foreign one where it differs from a stranger's. */
type Row = Record<Role, number>

const row = (
  visitor: number,
  stranger: number,
  rest: Partial<Row> & { inside: number; superAdmin: number },
): Row => ({
  visitor,
  stranger,
  member: rest.member ?? rest.inside,
  creator: rest.creator ?? rest.inside,
  admin: rest.admin ?? rest.inside,
  owner: rest.owner ?? rest.inside,
  superAdmin: rest.superAdmin,
})

interface Rule {
  call: (phone: Phone, target: Target) => Promise<Answer>
  own: Row
  /** For the roles of the own group, looking at the foreign one. */
  outside: number
  missing: number
  /** The foreign group's own owner. */
  strangerAtHome: number
  /** For a call whose walls and whose answers share a status. */
  code?: (role: Role, target: Target) => string
}

const bySlug = (path: string): Rule => ({
  call: async (phone, target) =>
    phone.get(`/api/groups/slug/${(await groupOf(target)).slug}${path}`),
  own: row(401, 403, { inside: 200, superAdmin: 200 }),
  outside: 403,
  missing: 404,
  strangerAtHome: 200,
})

const onTeeTime = (action: 'claim' | 'unclaim'): Rule => ({
  call: async (phone, target) =>
    phone.post(`/api/tee-times/${await teeTimeOf(target)}/${action}`, {}),
  own: row(401, 404, { inside: 200, superAdmin: 403 }),
  outside: 404,
  missing: 404,
  strangerAtHome: 200,
})

const GROUP_RULES: Record<string, Rule> = {
  'GET /api/groups/slug/:slug': bySlug(''),
  'GET /api/groups/slug/:slug/tee-times': bySlug('/tee-times'),
  'GET /api/groups/slug/:slug/members-with-roles': bySlug('/members-with-roles'),
  'GET /api/groups/:id/members-with-roles': {
    call: async (phone, target) =>
      phone.get(`/api/groups/${(await groupOf(target)).id}/members-with-roles`),
    own: row(401, 404, { inside: 200, superAdmin: 200 }),
    outside: 404,
    missing: 404,
    strangerAtHome: 200,
  },
  'POST /api/tee-times': {
    call: async (phone, target) =>
      phone.post('/api/tee-times', {
        course: 'Lakeview',
        date: '2026-06-06',
        time: '08:12',
        groupId: (await groupOf(target)).id,
      }),
    own: row(401, 404, { inside: 201, superAdmin: 403 }),
    outside: 404,
    missing: 404,
    strangerAtHome: 201,
  },
  'POST /api/tee-times/:id/claim': onTeeTime('claim'),
  'POST /api/tee-times/:id/unclaim': onTeeTime('unclaim'),
  'DELETE /api/tee-times/:id': {
    call: async (phone, target) => phone.delete(`/api/tee-times/${await teeTimeOf(target)}`, {}),
    own: row(401, 404, { inside: 403, creator: 200, superAdmin: 403 }),
    outside: 404,
    missing: 404,
    strangerAtHome: 200,
  },
  'GET /api/weather': {
    // No forecasts in this test: past the wall the answer is that there are none.
    call: async (phone, target) =>
      phone.get(`/api/weather?date=2026-06-06&groupId=${(await groupOf(target)).id}`),
    own: row(401, 404, { inside: 404, superAdmin: 404 }),
    outside: 404,
    missing: 404,
    strangerAtHome: 404,
    code: (role, target) => {
      const atHome = role === 'superAdmin' || (role === 'stranger') === (target === 'foreign')
      return target !== 'missing' && atHome ? 'WEATHER_UNAVAILABLE' : 'NOT_FOUND'
    },
  },
}

/** What any signed-in golfer may do with what is theirs. */
const OWN_DATA: Record<string, (phone: Phone) => Promise<Answer>> = {
  'GET /api/auth/me': (phone) => phone.get('/api/auth/me'),
  'GET /api/my-groups': (phone) => phone.get('/api/my-groups'),
  'GET /api/golfers/groups': (phone) => phone.get('/api/golfers/groups'),
  'POST /api/cleanup/past-tee-times': (phone) => phone.post('/api/cleanup/past-tee-times'),
  'PUT /api/auth/update-phone': (phone) =>
    phone.put('/api/auth/update-phone', { phone: '403-555-0188' }),
  'POST /api/auth/change-password': (phone) =>
    phone.post('/api/auth/change-password', {
      currentPassword: 'not this one',
      newPassword: 'fairways',
      confirmPassword: 'fairways',
    }),
}
const OWN_DATA_STATUS: Record<string, number> = { 'POST /api/auth/change-password': 400 }

/** Tested where they are: sessions that end, streams that stay open. */
const SESSION_ENDS = ['POST /api/auth/logout', 'GET /api/live']

const PUBLIC: Record<string, (phone: Phone) => Promise<Answer>> = {
  'POST /api/auth/login': (phone) =>
    phone.post('/api/auth/login', { email: 'a@b.example', password: 'x' }),
  'POST /api/admin/login': (phone) =>
    phone.post('/api/admin/login', { email: 'a@b.example', password: 'x' }),
  'GET /api/groups/slug/:slug/check': (phone) => phone.get(`/api/groups/slug/${own.slug}/check`),
  'GET /api/openapi.json': (phone) => phone.get('/api/openapi.json'),
  'GET /api/outbox': (phone) => phone.get('/api/outbox'),
  'GET /healthz': (phone) => phone.get('/healthz'),
  'GET /readyz': (phone) => phone.get('/readyz'),
}
const PUBLIC_STATUS: Record<string, number> = {
  'POST /api/auth/login': 401,
  'POST /api/admin/login': 401,
}

const phoneOfRole = (role: Role) =>
  role === 'visitor' ? it.phone() : it.phone(people[role].session)

test('every route stands in one of these tables', () => {
  const known = [GROUP_RULES, OWN_DATA, PUBLIC].flatMap(Object.keys).concat(SESSION_ENDS)
  const routes = it.app.declaredRoutes
    .flatMap((route) => [route.method].flat().map((method) => `${method} ${route.url}`))
    .filter(
      (route) => !route.startsWith('HEAD ') && !/ \/(api\/docs|assets|[^/]*\.\w+$|$)/.test(route),
    )
  expect(new Set(routes)).toEqual(new Set(known))
})

test('every route declares who may call it', () => {
  for (const route of it.app.declaredRoutes) {
    expect(route.config?.access, `${route.method} ${route.url}`).toEqual(expect.any(String))
  }
})

describe.each(Object.entries(GROUP_RULES))('%s', (_name, rule) => {
  const cases = ROLES.flatMap((role) => TARGETS.map((target) => ({ role, target })))
  test.each(cases)('$role on $target', async ({ role, target }) => {
    const answer = await rule.call(phoneOfRole(role), target)
    expect(answer.status).toBe(expected(rule, role, target))
    if (answer.status >= 400 && answer.status !== 401) {
      expect(answer.body).toMatchObject({ code: rule.code?.(role, target) ?? expect.any(String) })
    }
    if (answer.status >= 400) {
      expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
    }
  })
})

function expected(rule: Rule, role: Role, target: Target): number {
  if (role === 'visitor') return 401
  if (target === 'missing') return rule.missing
  if (target === 'own') return rule.own[role]
  if (role === 'stranger') return rule.strangerAtHome
  // A super admin is no member of either group.
  return role === 'superAdmin' ? rule.own.superAdmin : rule.outside
}

describe.each(Object.entries(OWN_DATA))('%s', (name, call) => {
  test.each(ROLES)('%s', async (role) => {
    const answer = await call(phoneOfRole(role))
    expect(answer.status).toBe(role === 'visitor' ? 401 : (OWN_DATA_STATUS[name] ?? 200))
  })
})

test.each(SESSION_ENDS)('%s asks for a session', async (name) => {
  const [method = '', path = ''] = name.split(' ')
  expect((await it.phone().send(path, { method })).status).toBe(401)
})

describe.each(Object.entries(PUBLIC))('%s', (name, call) => {
  test.each(ROLES)('%s', async (role) => {
    expect((await call(phoneOfRole(role))).status).toBe(PUBLIC_STATUS[name] ?? 200)
  })
})

test("another group's id and a missing one answer to the letter alike", async () => {
  const phone = phoneOfRole('stranger')
  const foreignTeeTime = await teeTimeOf('own')
  const pairs = [
    [`/api/tee-times/${foreignTeeTime}/claim`, `/api/tee-times/${MISSING}/claim`],
    [`/api/tee-times/${foreignTeeTime}/unclaim`, `/api/tee-times/${MISSING}/unclaim`],
  ] as const
  for (const [theirs, nobodys] of pairs) {
    expect((await phone.post(theirs, {})).text).toBe((await phone.post(nobodys, {})).text)
  }
  expect((await phone.delete(`/api/tee-times/${foreignTeeTime}`)).text).toBe(
    (await phone.delete(`/api/tee-times/${MISSING}`)).text,
  )
  expect((await phone.get(`/api/groups/${own.id}/members-with-roles`)).text).toBe(
    (await phone.get(`/api/groups/${MISSING}/members-with-roles`)).text,
  )
})

test("a member's phone number is for the owner and super admins", async () => {
  const seen = async (role: Role) => {
    const answer = await phoneOfRole(role).get(`/api/groups/slug/${own.slug}/members-with-roles`)
    return (answer.body as { phone?: string }[]).some((member) => 'phone' in member)
  }
  expect(await seen('owner')).toBe(true)
  expect(await seen('superAdmin')).toBe(true)
  for (const role of ['member', 'creator', 'admin'] as const) expect(await seen(role)).toBe(false)
})

test('a group that is switched off is closed to all but super admins', async () => {
  const off = await make.group()
  const one = await make.member(off)
  const card = await make.teeTime(off)
  await it.ctx.db.execute(`update groups set is_active = false where id = ${off.id}`)
  const calls = (phone: Phone) => [
    phone.get(`/api/groups/slug/${off.slug}`),
    phone.get(`/api/groups/slug/${off.slug}/tee-times`),
    phone.get(`/api/groups/${off.id}/members-with-roles`),
    phone.post(`/api/tee-times/${card.id}/claim`, {}),
  ]
  for (const answer of await Promise.all(calls(it.phone(one.session)))) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'GROUP_INACTIVE' } })
  }
  const superAdmin = phoneOfRole('superAdmin')
  expect((await superAdmin.get(`/api/groups/slug/${off.slug}`)).status).toBe(200)
})
