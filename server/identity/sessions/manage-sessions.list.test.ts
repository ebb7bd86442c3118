import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const sessionsOf = async (session: string) =>
  (await app.phone(session).get('/api/auth/sessions')).body as Record<string, unknown>[]

test("lists this session first, then by last use, without expired and other golfers' sessions", async () => {
  const golfer = await make.golfer()
  await make.golfer()
  app.clock.moveBy(31 * DAY_MS)
  const first = await make.signIn(golfer.id)
  app.clock.moveBy(DAY_MS)
  const second = await make.signIn(golfer.id)
  const secondAt = app.clock.now().toISOString()
  app.clock.moveBy(DAY_MS)
  const now = app.clock.now().toISOString()
  expect(await sessionsOf(first)).toEqual([
    expect.objectContaining({ isCurrent: true, lastSeenAt: expect.any(String) }),
    { device: 'Unknown device', createdAt: secondAt, lastSeenAt: secondAt, isCurrent: false },
  ])
  expect(await sessionsOf(second)).toEqual([
    expect.objectContaining({ isCurrent: true, createdAt: secondAt }),
    expect.objectContaining({ isCurrent: false, lastSeenAt: now }),
  ])
})

test('shows no session ids or network addresses, and nothing to visitors', async () => {
  const golfer = await make.golfer()
  const [session] = await sessionsOf(golfer.session)
  expect(Object.keys(session ?? {}).toSorted()).toEqual([
    'createdAt',
    'device',
    'isCurrent',
    'lastSeenAt',
  ])
  expect((await app.phone().get('/api/auth/sessions')).status).toBe(401)
})
