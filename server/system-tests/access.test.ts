import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorBody } from '../../contract/errors.ts'
import { LIVE_PATH } from '../../contract/live.ts'
import { RULES } from './testing/access/all-rules.ts'
import { expectedStatus, nameOf, ROLES, type Rule, targetsOf } from './testing/access/rule.ts'
import { type AccessScene, accessScene, send, type TestGroups } from './testing/access/scene.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

// Tests every route of the app against the access rules.

let app: TestApp
let scene: AccessScene
let testGroups: TestGroups

beforeAll(async () => {
  app = await startTestApp()
  scene = accessScene(app)
  testGroups = await scene.createTestGroups()
})
afterAll(() => app.close())

/** Public routes that are not in the contract. */
const OUTSIDE_CONTRACT = ['/api/openapi.json', '/healthz', '/readyz', '/metrics']
/** Routes that need a valid signature instead of a session. */
const SIGNED_ROUTES = ['/api/webhooks/stripe']

test('has access rules for every route', () => {
  const covered = [
    ...RULES.map((rule) => nameOf(rule.endpoint)),
    ...[...OUTSIDE_CONTRACT, LIVE_PATH].map((path) => `GET ${path}`),
    ...SIGNED_ROUTES.map((path) => `POST ${path}`),
  ]
  const routes = app.fastify.declaredRoutes
    .flatMap((route) => [route.method].flat().map((method) => `${method} ${route.url}`))
    .filter(
      (route) =>
        !route.startsWith('HEAD ') && !/ \/(api\/docs|assets|icons|[^/]*\.\w+$|$)/.test(route),
    )
    .map((route) => route.replace(/:(\w+)(\(.*\))?/g, '{$1}'))
  expect([...new Set(routes)].sort()).toEqual([...new Set(covered)].sort())
})

test('declares for every route who may call it', () => {
  for (const route of app.fastify.declaredRoutes) {
    expect(route.config?.access, `${route.method} ${route.url}`).toEqual(expect.any(String))
  }
})

describe.each(RULES.map((rule) => [nameOf(rule.endpoint), rule] as const))('%s', (_name, rule) => {
  const cases = ROLES.flatMap((role) => targetsOf(rule).map((target) => ({ role, target })))

  test.each(cases)('$role on $target', async ({ role, target }) => {
    const status = expectedStatus(rule, role, target)
    const usedGroups =
      rule.usesUpTestGroups && status < 400 ? await scene.createTestGroups() : testGroups
    const ids = await scene.prepareIds(usedGroups, rule, target)
    const answer = await send(scene.phoneOf(usedGroups, role), rule, ids)
    expect({ status: answer.status, text: answer.text }).toEqual({
      status,
      text: expect.any(String),
    })
    if (status < 400) return
    const { code, message } = answer.body as ErrorBody
    expect(message).toEqual(expect.any(String))
    expect(ERROR_STATUS[code]).toBe(status)
    if (rule.code !== undefined && role !== 'visitor') expect(code).toBe(rule.code(role, target))
  })
})

test.each(ROLES)('GET /api/live: %s', async (role) => {
  const phone = scene.phoneOf(testGroups, role)
  if (role === 'visitor') return expect((await phone.get(LIVE_PATH)).status).toBe(401)
  const stream = await phone.live()
  stream.close()
})

describe.each(OUTSIDE_CONTRACT)('GET %s', (path) => {
  test.each(ROLES)('%s', async (role) => {
    expect((await scene.phoneOf(testGroups, role).get(path)).status).toBe(200)
  })
})

describe.each(SIGNED_ROUTES)('POST %s', (path) => {
  test.each(ROLES)('%s', async (role) => {
    expect((await scene.phoneOf(testGroups, role).post(path, {})).status).toBe(400)
  })
})

describe('an unknown session', () => {
  const rulesNeedingSession = RULES.filter(
    (rule) => rule.statusByRole.visitor === 401 && rule.requires !== 'none',
  )
  test.each(rulesNeedingSession.map((rule) => [nameOf(rule.endpoint), rule] as const))(
    '%s',
    async (_name, rule: Rule) => {
      const phone = app.phone('a-session-that-nobody-was-ever-given-out')
      const answer = await send(phone, rule, await scene.prepareIds(testGroups, rule, 'own'))
      expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    },
  )
})

test("shows a member's phone number only to the owner and super admins", async () => {
  const { own } = testGroups
  for (const path of [`slug/${own.slug}`, String(own.id)]) {
    const seesPhone = async (role: (typeof ROLES)[number]) => {
      const answer = await scene
        .phoneOf(testGroups, role)
        .get(`/api/groups/${path}/members-with-roles`)
      return (answer.body as { phone?: string }[]).some((member) => 'phone' in member)
    }
    expect(await seesPhone('owner')).toBe(true)
    expect(await seesPhone('superAdmin')).toBe(true)
    for (const role of ['member', 'creator', 'admin'] as const)
      expect(await seesPhone(role)).toBe(false)
  }
})
