import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const HOUR = 3_600_000

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let cy: TestGolfer
let round: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  cy = await make.member(group, { name: 'Cy Ott' })
  round = await make.teeTime(group, { creator: ann, cancelHours: 24, players: [ann, bob] })
})

const callForPlayers = (golfer = ann, { id } = round) =>
  app.phone(golfer.session).post(`/api/tee-times/${id}/last-call`)
async function listGolfersAsked(): Promise<number[]> {
  const { rows } = await app.ctx.db.execute<{ golfer_id: number }>(
    `select golfer_id from deliveries where event = 'last-call' and group_id = ${group.id} order by id`,
  )
  return rows.map((row) => row.golfer_id)
}

test('asks the members who do not play, and shows the time of the call on the card', async () => {
  const answer = await callForPlayers()
  expect(answer).toMatchObject({
    status: 200,
    body: { version: round.version + 1, cutOff: { calledAt: '2026-06-01T16:00:00.000Z' } },
  })
  expect(await listGolfersAsked()).toEqual([group.owner.id, cy.id])
})

test('asks only once in six hours, even after simultaneous taps', async () => {
  const answers = await Promise.all([
    callForPlayers(),
    callForPlayers(),
    callForPlayers(),
    callForPlayers(),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
  app.clock.moveBy(HOUR)
  expect(await callForPlayers()).toMatchObject({
    status: 429,
    body: { message: 'You already alerted the group. You can do it again in 5 hours.' },
  })
  app.clock.moveBy(5 * HOUR)
  expect((await callForPlayers()).status).toBe(200)
  expect(await listGolfersAsked()).toHaveLength(4)
})

test('does not allow an earlier second call when the cut-off changes', async () => {
  const { body } = await callForPlayers()
  const { version } = body as TeeTime
  await app.phone(ann.session).put(`/api/tee-times/${round.id}`, { cancelHours: 48, version })
  expect((await callForPlayers()).status).toBe(429)
  app.clock.moveBy(6 * HOUR)
  expect((await callForPlayers()).status).toBe(200)
})

test('allows only the poster to ask', async () => {
  expect(await callForPlayers(bob)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await listGolfersAsked()).toEqual([])
})

test('refuses without a cut-off, without an open spot and after tee-off, and returns the card', async () => {
  const expectRefusal = async (code: string, card = round) =>
    expect(await callForPlayers(ann, card)).toMatchObject({
      status: 409,
      body: { code, teeTime: { id: card.id } },
    })
  await expectRefusal('NOT_NOW', await make.teeTime(group, { creator: ann }))
  await expectRefusal(
    'FULL',
    await make.teeTime(group, { creator: ann, cancelHours: 24, maxPlayers: 1, players: [bob] }),
  )
  app.clock.moveTo('2026-06-04T14:12:00Z')
  await expectRefusal('TEE_TIME_PAST')
  expect(await listGolfersAsked()).toEqual([])
})

test('refuses in an unpaid group and for a canceled tee time', async () => {
  await app.ctx.db.execute(`update groups set expiry_date = '2026-05-01' where id = ${group.id}`)
  expect((await callForPlayers()).status).toBe(402)
  await app.phone(ann.session).delete(`/api/tee-times/${round.id}`)
  expect((await callForPlayers()).status).toBe(404)
})
