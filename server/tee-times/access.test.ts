import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let member: TestGolfer
let card: { id: number }

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  group = await make.group()
  member = await make.member(group)
  card = await make.teeTime(group)
})
afterAll(() => app.close())

test('looks up a session and group membership in one statement', async () => {
  const { post } = app.phone(member.session)
  const claimPath = `/api/tee-times/${card.id}/claim`
  await post(claimPath)
  expect(await countStatements(() => post(claimPath))).toBe(2)
  expect(await countStatements(() => post(claimPath, { golferId: member.id }))).toBe(2)
})

test('refuses visitors, non-members and invalid ids the same way with and without a body', async () => {
  const stranger = await make.golfer()
  const claimPath = `/api/tee-times/${card.id}/claim`
  for (const body of [undefined, {}]) {
    expect((await app.phone().post(claimPath, body)).status).toBe(401)
    expect((await app.phone(stranger.session).post(claimPath, body)).status).toBe(404)
    expect((await app.phone(member.session).post('/api/tee-times/x/claim', body)).status).toBe(400)
    expect((await app.phone('x'.repeat(43)).post('/api/tee-times/x/claim', body)).status).toBe(401)
  }
})

test('checks access again after a slow request body has arrived', async () => {
  const { url } = app
  const before = app.statements.length
  const claim = request(`${url}/api/tee-times/${card.id}/claim`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.session}`,
      'content-type': 'application/json',
      'content-length': 2,
    },
  })
  claim.flushHeaders()
  while (app.statements.length === before) await sleep(5)
  await app.ctx.db.execute(`update groups set is_active = false where id = ${group.id}`)
  claim.end('{}')
  const [answer] = (await once(claim, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(403)
  answer.resume()
})

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const before = app.statements.length
  await work()
  return app.statements.length - before
}
