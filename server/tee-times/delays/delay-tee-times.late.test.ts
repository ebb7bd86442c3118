import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

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
  // 8:12 in Edmonton is 14:12 UTC.
  round = await make.teeTime(group, { date: '2026-06-02', players: [ann, bob] })
  await make.teeTime(group, { date: '2026-06-02', time: '08:22', players: [cy] })
  app.clock.moveTo('2026-06-02T13:50:00Z')
})

const reportLate = (golfer: TestGolfer, minutes = 10) =>
  app.phone(golfer.session).post(`/api/tee-times/${round.id}/late`, { minutes })
async function listMessages(): Promise<object[]> {
  const { rows } = await app.ctx.db.execute<{ golferId: number; data: object }>(
    `select golfer_id as "golferId", data from deliveries
     where event = 'running-late' and group_id = ${group.id} order by id`,
  )
  return rows
}

test('notifies only the other players of that tee time', async () => {
  expect(await reportLate(ann, 20)).toMatchObject({ status: 200, body: { notified: 1 } })
  expect(await listMessages()).toEqual([{ golferId: bob.id, data: { by: ann.id, minutes: 20 } }])
})

test('adds the report to the data export', async () => {
  await reportLate(ann, 20)
  const at = app.clock.now().toISOString()
  expect((await app.phone(ann.session).get('/api/my-data')).body).toMatchObject({
    lateNotices: [{ course: round.course, date: '2026-06-02', minutes: 20, at }],
  })
  expect((await app.phone(bob.session).get('/api/my-data')).body).toMatchObject({ lateNotices: [] })
})

test('lets each player report once in ten minutes, even with simultaneous taps', async () => {
  const answers = await Promise.all([reportLate(ann), reportLate(ann, 20), reportLate(bob)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
  app.clock.moveBy(9 * 60_000)
  expect(await reportLate(ann, 30)).toMatchObject({
    status: 429,
    body: {
      code: 'RATE_LIMITED',
      message: "You already said you're running late. You can say so again in 1 minute.",
    },
  })
  app.clock.moveBy(60_000)
  expect((await reportLate(ann, 30)).status).toBe(200)
  expect(await listMessages()).toHaveLength(3)
})

test.each([
  ['2026-06-02T11:11:59Z', 409],
  ['2026-06-02T11:12:00Z', 200],
  ['2026-06-02T14:42:00Z', 200],
  ['2026-06-02T14:42:01Z', 409],
])('works from 3 hours before to 30 minutes after tee-off: at %s', async (at, status) => {
  app.clock.moveTo(at)
  expect((await reportLate(ann)).status).toBe(status)
})

test('is refused without a spot or when playing alone', async () => {
  expect(await reportLate(cy)).toMatchObject({
    status: 409,
    body: {
      code: 'NOT_PLAYING',
      message: "You don't have a spot in this tee time, so you can't say you're running late.",
    },
  })
  await app.phone(bob.session).post(`/api/tee-times/${round.id}/unclaim`, {})
  expect(await reportLate(ann)).toMatchObject({
    status: 409,
    body: {
      code: 'NOT_PLAYING',
      message: "No one else is playing in this tee time, so there's no one to notify.",
      teeTime: { id: round.id },
    },
  })
  expect(await listMessages()).toEqual([])
})

test('accepts only the minutes that the app offers', async () => {
  expect((await reportLate(ann, 15)).status).toBe(400)
})
