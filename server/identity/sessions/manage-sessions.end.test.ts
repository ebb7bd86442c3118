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

const endOthers = (session: string) => app.phone(session).delete('/api/auth/sessions')
const statusOf = async (session: string) => (await app.phone(session).get('/api/auth/me')).status

test("keeps this session and other golfers' sessions, and closes the streams of those it ends", async () => {
  const golfer = await make.golfer()
  const other = await make.signIn(golfer.id)
  const third = await make.signIn(golfer.id)
  const stranger = await make.golfer()
  const stream = await app.phone(other).live()
  expect(await endOthers(golfer.session)).toMatchObject({
    status: 200,
    body: { ended: 2, message: '2 other devices have been signed out.' },
  })
  await stream.closed
  expect(await Promise.all([golfer.session, other, third, stranger.session].map(statusOf))).toEqual(
    [200, 401, 401, 200],
  )
  expect((await endOthers(golfer.session)).body).toMatchObject({
    ended: 0,
    message: "You aren't signed in anywhere else.",
  })
})

test('does not count expired sessions', async () => {
  const golfer = await make.golfer()
  app.clock.moveBy(31 * 86_400_000)
  const session = await make.signIn(golfer.id)
  await make.signIn(golfer.id)
  expect((await endOthers(session)).body).toMatchObject({ ended: 1 })
})

test("leaves one session when phones end each other's sessions at the same time", async () => {
  for (let round = 0; round < 8; round += 1) {
    const golfer = await make.golfer()
    const sessions = [golfer.session]
    for (let n = 0; n < 5; n += 1) sessions.push(await make.signIn(golfer.id))
    const answers = await Promise.all(sessions.map(endOthers))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
    const statuses = await Promise.all(sessions.map(statusOf))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  }
})
