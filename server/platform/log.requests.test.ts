import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCREENS } from '../../contract/screens.ts'
import { RULES } from '../system-tests/testing/access/all-rules.ts'
import { nameOf } from '../system-tests/testing/access/rule.ts'
import {
  type AccessScene,
  accessScene,
  send,
  type TestGroups,
} from '../system-tests/testing/access/scene.ts'
import { emailsTo } from '../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const lines: string[] = []
let app: TestApp
let scene: AccessScene
let testGroups: TestGroups

beforeAll(async () => {
  app = await startTestApp({ log: (line) => lines.push(line) })
  scene = accessScene(app)
  testGroups = await scene.createTestGroups()
})
afterAll(() => app.close())

const tokenRules = RULES.filter(({ thing }) => thing?.endsWith('-token'))

test('covers all routes with a token', () => {
  const routes = app.fastify.declaredRoutes
    .map(({ url }) => url)
    .filter((url) => url.includes(':token'))
  expect(new Set(tokenRules.map(({ endpoint }) => endpoint.path.split('{')[0]))).toEqual(
    new Set(routes.map((url) => url.split(':')[0])),
  )
})

test.each(tokenRules.map((rule) => [nameOf(rule.endpoint), rule] as const))(
  'logs no token in a call to %s',
  async (_name, rule) => {
    const ids = await scene.prepareIds(testGroups, rule, 'own')
    lines.length = 0
    await send(scene.phoneOf(testGroups, 'owner'), rule, ids)
    expect(lines.join('')).toContain('[redacted]')
    expect(lines.join('')).not.toContain(String(ids.thing))
    expect(lines.join('')).not.toContain(testGroups.people.owner.session)
  },
)

const TOKEN = 'Zm9yZSEgdGhpcyBpcyBhIHRva2VuIG9mIGEgbGluaw-_'

test.each([
  ...Object.values(SCREENS)
    .filter((screen) => /:token|:id/.test(screen))
    .map((screen) => screen.replace(/:(token|id)/, TOKEN)),
  `/api/auth/welcome/${TOKEN}/`,
  `/api/auth/wellcome/${TOKEN}`,
  `//welcome/${TOKEN}`,
  `/welcome/%5A${TOKEN.slice(1)}`,
  `/login?redirect=/invite/${TOKEN}`,
  `/?${TOKEN}`,
  `/api/auth/welcome/${TOKEN}%`,
])('logs no token in the URL %s', async (path) => {
  lines.length = 0
  await app.phone().get(path)
  await app.phone().post(path, {})
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(TOKEN.slice(1))
})

test.each([
  ['as it is', 'par-4'],
  ['in another encoding', '%70ar-4'],
  ['followed by more', 'par-4%2F'],
])('redacts even a short token in the path of a route: %s', async (_spelling, token) => {
  lines.length = 0
  await app.phone().get(`/api/auth/welcome/${token}`)
  expect(lines.join('')).toContain('/api/auth/welcome/[redacted]')
  expect(lines.join('')).not.toContain('ar-4')
})

test('logs no link, session, password or device key of a golfer', async () => {
  const { email } = await scene.make.golfer()
  lines.length = 0
  await app.phone().post('/api/auth/forgot-password', { email })
  const mail = (await emailsTo(app, email)).at(-1)
  const token = /\/welcome\/([\w-]+)$/m.exec(mail?.body ?? '')?.[1] ?? 'none'
  const password = 'a very private password'
  const { body } = await app.phone().post(`/api/auth/welcome/${token}`, { password })
  const { sessionId, device } = body as { sessionId: string; device: string }
  await app.phone(sessionId).get('/api/auth/me')
  await app.phone().post('/api/auth/login', { email, password, device })
  const logged = lines.join('')
  expect(logged).toContain('auth.login_succeeded')
  for (const secret of [token, sessionId, device, password, email, '127.0.0.1']) {
    expect(logged).not.toContain(secret)
  }
})

test('logs none of the bytes of a malformed request', async () => {
  lines.length = 0
  const { port } = new URL(app.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end(`GET /welcome/${TOKEN} HTTP/1.1\r\nBad Header\r\n\r\n`)
  await new Promise((resolve) => socket.resume().on('close', resolve))
  await expect.poll(() => lines.join('')).toMatch(/client error/)
  expect(lines.join('')).not.toMatch(/rawPacket/)
})

test('keeps the rest of a URL readable', async () => {
  lines.length = 0
  await app
    .phone(testGroups.people.owner.session)
    .get(`/api/groups/slug/${testGroups.own.slug}/tee-times?search=ann`)
  const requests = lines.map((line) => JSON.parse(line).req).filter(Boolean)
  expect(requests).toContainEqual({
    method: 'GET',
    path: `/api/groups/slug/${testGroups.own.slug}/tee-times?search`,
  })
})
