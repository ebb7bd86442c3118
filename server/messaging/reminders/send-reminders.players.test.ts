import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { remindPlayers } from './send-reminders.ts'

const START = '2020-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  await query('delete from tee_times')
  await query('delete from deliveries')
  group = await make.group()
  bob = await make.member(group)
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function remindAt(instant: string, golfer = bob): Promise<string[]> {
  app.clock.moveTo(instant)
  const [before] = await query('select coalesce(max(id), 0) as id from deliveries')
  await remindPlayers(app.ctx)
  const rows = await query('select event from deliveries where id > $1 and golfer_id = $2', [
    before?.id,
    golfer.id,
  ])
  return rows.map(({ event }) => event)
}

const EVENING = ['reminder-evening']
const SOON = ['reminder-soon']

test('sends each reminder once, on time', async () => {
  await make.teeTime(group, { players: [bob] })
  expect(await remindAt('2020-06-03T23:59:00Z')).toEqual([])
  expect(await remindAt('2020-06-04T00:00:00Z')).toEqual(EVENING)
  expect(await remindAt('2020-06-04T00:01:00Z')).toEqual([])
  expect(await remindAt('2020-06-04T11:11:00Z')).toEqual([])
  expect(await remindAt('2020-06-04T11:12:00Z')).toEqual(SOON)
  expect(await remindAt('2020-06-04T11:13:00Z')).toEqual([])
})

test('after downtime, sends until 22:00 and until an hour before tee-off', async () => {
  await make.teeTime(group, { players: [bob] })
  await make.teeTime(group, { players: [bob], date: '2020-06-05' })
  expect(await remindAt('2020-06-04T03:59:59Z')).toEqual(EVENING)
  expect(await remindAt('2020-06-05T04:00:00Z')).toEqual([])
  expect(await remindAt('2020-06-04T13:12:00Z')).toEqual(SOON)
  expect(await remindAt('2020-06-05T13:12:01Z')).toEqual([])
})

test('skips a golfer who claims a spot after the reminder was due', async () => {
  const { id } = await make.teeTime(group)
  app.clock.moveTo('2020-06-04T00:00:00Z')
  await app.phone(bob.session).post(`/api/tee-times/${id}/claim`)
  expect(await remindAt('2020-06-04T00:01:00Z')).toEqual([])
  expect(await remindAt('2020-06-04T11:12:00Z')).toEqual(SOON)
})

test("uses the golfer's time zone, not the course's", async () => {
  await query(`insert into preferences (golfer_id, time_zone) values ($1, 'Pacific/Honolulu')`, [
    bob.id,
  ])
  await make.teeTime(group, { players: [bob, await make.member(group)] })
  expect(await remindAt('2020-06-04T00:00:00Z')).toEqual([])
  expect(await remindAt('2020-06-04T04:00:00Z')).toEqual(EVENING)
})

test('skips the evening reminder if the other one is due earlier', async () => {
  await query(`insert into preferences (golfer_id, time_zone) values ($1, 'Pacific/Honolulu')`, [
    bob.id,
  ])
  // 00:30 in Calgary is 20:30 the evening before in Honolulu.
  await make.teeTime(group, { players: [bob], date: '2020-06-04', time: '00:30' })
  expect(await remindAt('2020-06-04T03:30:00Z')).toEqual(SOON)
  expect(await remindAt('2020-06-04T04:00:00Z')).toEqual([])
})

test.each([
  ['forward', '2020-03-06T18:00:00Z', '2020-03-08', '2020-03-08T01:00:00Z', '2020-03-08T11:12:00Z'],
  ['back', '2020-10-30T18:00:00Z', '2020-11-01', '2020-11-01T00:00:00Z', '2020-11-01T12:12:00Z'],
])(
  'sends both reminders on time when the clocks go %s overnight',
  async (_, start, date, evening, soon) => {
    app.clock.moveTo(start)
    await make.teeTime(group, { players: [bob], date })
    const aSecondBefore = (instant: string) => new Date(Date.parse(instant) - 1_000).toISOString()
    expect(await remindAt(aSecondBefore(evening))).toEqual([])
    expect(await remindAt(evening)).toEqual(EVENING)
    expect(await remindAt(aSecondBefore(soon))).toEqual([])
    expect(await remindAt(soon)).toEqual(SOON)
  },
)

test('reminds again for a new tee-off, but not for a canceled tee time', async () => {
  const { id, version } = await make.teeTime(group, { players: [bob] })
  expect(await remindAt('2020-06-04T00:00:00Z')).toEqual(EVENING)
  const put = await app
    .phone(group.owner.session)
    .put(`/api/tee-times/${id}`, { date: '2020-06-05', version })
  expect(put.status).toBe(200)
  expect(await remindAt('2020-06-04T11:12:00Z')).toEqual([])
  expect(await remindAt('2020-06-05T00:00:00Z')).toEqual(EVENING)
  await app.phone(group.owner.session).delete(`/api/tee-times/${id}`)
  expect(await remindAt('2020-06-05T11:12:00Z')).toEqual([])
})

test('sends one reminder if several nodes run the job', async () => {
  await make.teeTime(group, { players: [bob] })
  app.clock.moveTo('2020-06-04T00:00:00Z')
  await Promise.all([remindPlayers(app.ctx), remindPlayers(app.ctx), remindPlayers(app.ctx)])
  expect(await query('select event from deliveries where golfer_id = $1', [bob.id])).toEqual([
    { event: 'reminder-evening' },
  ])
})
