import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let it: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  it = await startTestApp({ payments: undefined })
  make = factories(it.ctx)
})
afterAll(() => it.close())

test('the owner is told that paying is not set up, and whom to turn to', async () => {
  const { id: groupId, owner } = await make.group()
  const answer = await it.phone(owner.session).post('/api/create-subscription', { groupId })
  expect(answer).toMatchObject({ status: 409, body: { code: 'PAYMENTS_OFF' } })
  expect(answer.body).toHaveProperty('message', expect.stringContaining('Ask the people who run'))
})

test('everybody else is refused before that', async () => {
  const group = await make.group()
  const ask = (session: string | undefined, body: unknown) =>
    it.phone(session).post('/api/create-subscription', body)
  const member = await make.member(group, { isAdmin: true })
  const stranger = await make.golfer()
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  const own = { groupId: group.id }
  expect((await ask(undefined, own)).status).toBe(401)
  expect((await ask(group.owner.session, {})).status).toBe(400)
  expect(await ask(stranger.session, own)).toMatchObject({
    status: 404,
    body: (await ask(stranger.session, { groupId: 2_147_483_647 })).body,
  })
  expect((await ask(member.session, own)).status).toBe(403)
  expect((await ask(superAdmin.session, own)).status).toBe(403)
})
