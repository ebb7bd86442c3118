import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { postRecurringTeeTimes } from './post-due.ts'

/** A Monday morning in Calgary. */
const START = '2026-06-01T16:00:00Z'

let app: TestApp
let otherNode: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ at: START })
  otherNode = await startTestApp({ at: START, databaseUrl: app.databaseUrl })
  make = factories(app.ctx)
})
afterAll(async () => {
  await otherNode.close()
  await app.close()
})
beforeEach(async () => {
  app.clock.moveTo(START)
  await query('delete from recurring_tee_times')
  group = await make.group()
  bob = await make.member(group)
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

/** Creates Bob's recurring tee time, on Saturdays from June 6 on. */
async function createRecurring(form: object = {}): Promise<number> {
  const { status, body } = await app
    .phone(bob.session)
    .post(`/api/groups/${group.id}/standing-times`, {
      course: 'Shaganappi Point',
      date: '2026-06-06',
      time: '08:12',
      everyWeeks: 1,
      daysAhead: 7,
      ...form,
    })
  expect(status).toBe(201)
  return (body as { recurringTeeTime: { id: number } }).recurringTeeTime.id
}

/** Runs the job at an instant and returns the dates of the group's tee times. */
async function runAt(instant: string): Promise<string[]> {
  app.clock.moveTo(instant)
  await postRecurringTeeTimes(app.ctx)
  const rows = await query('select date::text from tee_times where group_id = $1 order by date', [
    group.id,
  ])
  return rows.map(({ date }) => date)
}

test('posts each date on time and only once', async () => {
  await createRecurring({ joinAsPlayer: true, notes: 'Two carts', maxPlayers: 3 })
  const first = ['2026-06-06']
  expect(await runAt('2026-06-06T14:11:59Z')).toEqual(first)
  const second = [...first, '2026-06-13']
  expect(await runAt('2026-06-06T14:12:00Z')).toEqual(second)
  expect(await runAt('2026-06-06T14:13:00Z')).toEqual(second)
  expect(await runAt('2026-06-13T14:12:00Z')).toEqual([...second, '2026-06-20'])
  const rows = await query(
    `select t.course, t.time, t.notes, p.golfer_id as golfer,
       (select count(*)::int from spots s where s.tee_time_id = t.id) as players
     from tee_times t left join spots p on p.tee_time_id = t.id and p.status = 'player'
     where t.group_id = $1`,
    [group.id],
  )
  expect(rows).toEqual(
    Array(3).fill({
      course: 'Shaganappi Point',
      time: '08:12',
      notes: 'Two carts',
      players: 3,
      golfer: bob.id,
    }),
  )
})

test('notifies members in one message about all dates that are due together', async () => {
  await createRecurring({ daysAhead: 21 })
  const rows = await query('select date::text from tee_times where group_id = $1 order by date', [
    group.id,
  ])
  expect(rows.map(({ date }) => date)).toEqual(['2026-06-06', '2026-06-13', '2026-06-20'])
  await app.runJobs()
  expect(
    await query(
      `select cardinality(tee_time_ids) as notified from deliveries
       where event = 'posted' and golfer_id = $1`,
      [group.owner.id],
    ),
  ).toEqual([{ notified: 3 }])
})

test('posts every two weeks', async () => {
  await createRecurring({ everyWeeks: 2 })
  expect(await runAt('2026-06-13T14:12:00Z')).toEqual(['2026-06-06', '2026-06-20'])
  expect(await runAt('2026-06-20T14:12:00Z')).toEqual(['2026-06-06', '2026-06-20'])
})

test('posts each date only once when the workers of two nodes race', async () => {
  await createRecurring({ daysAhead: 2 })
  await createRecurring({ daysAhead: 2, time: '09:00' })
  for (const day of ['11', '18', '25']) {
    for (const node of [app, otherNode]) node.clock.moveTo(`2026-06-${day}T15:00:00Z`)
    await Promise.all([app, otherNode, app, otherNode].map(({ ctx }) => postRecurringTeeTimes(ctx)))
  }
  expect(
    await query(
      'select date::text, count(*)::int as times from tee_times where group_id = $1 group by date order by date',
      [group.id],
    ),
  ).toEqual(
    ['2026-06-06', '2026-06-13', '2026-06-20', '2026-06-27'].map((date) => ({ date, times: 2 })),
  )
})

test('does not post a canceled tee time again', async () => {
  await createRecurring()
  await runAt('2026-06-06T14:12:00Z')
  await query(`update tee_times set cancelled_at = now() where date = '2026-06-13'`)
  expect(await runAt('2026-06-06T15:00:00Z')).toEqual(['2026-06-06', '2026-06-13'])
})

test.each([
  ['is inactive', 'is_active = false', 'is_active = true'],
  ['has expired', `expiry_date = '2026-06-02'`, 'expiry_date = null'],
])('posts none in a group that %s and later catches up on upcoming dates', async (_, off, on) => {
  await createRecurring()
  await query(`update groups set ${off} where id = $1`, [group.id])
  expect(await runAt('2026-06-07T14:12:00Z')).toEqual(['2026-06-06'])
  expect(await runAt('2026-06-22T14:12:00Z')).toEqual(['2026-06-06'])
  await query(`update groups set ${on} where id = $1`, [group.id])
  expect(await runAt('2026-06-22T14:13:00Z')).toEqual(['2026-06-06', '2026-06-27'])
})

test('ends when its creator leaves, and the owner and admins see that it ended', async () => {
  const cy = await make.member(group)
  await createRecurring()
  expect((await app.phone(bob.session).post(`/api/groups/${group.id}/leave`)).status).toBe(200)
  expect(await runAt('2026-06-06T14:12:00Z')).toEqual(['2026-06-06'])
  const listAs = async ({ session }: TestGolfer) =>
    (await app.phone(session).get(`/api/groups/${group.id}/standing-times`)).body
  expect(await listAs(group.owner)).toMatchObject([
    { nextDates: [], ended: { at: '2026-06-06T14:12:00.000Z', by: null } },
  ])
  expect(await listAs(cy)).toEqual([])
  app.clock.moveTo('2026-06-20T14:12:00Z')
  expect(await listAs(group.owner)).toEqual([])
  // If the golfer rejoins the group, the recurring tee time stays ended.
  await make.member(group, { golfer: bob })
  expect(await runAt('2026-06-20T15:00:00Z')).toEqual(['2026-06-06'])
})

test("follows the group's time zone when the owner changes it", async () => {
  await createRecurring()
  await query(`update groups set time_zone = 'Europe/London' where id = $1`, [group.id])
  expect(await runAt('2026-06-06T07:11:59Z')).toEqual(['2026-06-06'])
  expect(await runAt('2026-06-06T07:12:00Z')).toEqual(['2026-06-06', '2026-06-13'])
})

test.each([
  ['Europe/London', '2026-03-29', '2026-03-22T01:30:00Z', '02:00'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-09-26T15:40:00Z', '02:30'],
])('uses the first time after the gap when %s skips the time', async (zone, date, posted, time) => {
  const before = new Date(Date.parse(posted) - 15 * 86_400_000)
  app.clock.moveTo(before.toISOString())
  group = await make.group({ timeZone: zone })
  bob = await make.member(group)
  const first = new Date(Date.parse(`${date}T00:00:00Z`) - 14 * 86_400_000)
  const usualTime = zone === 'Europe/London' ? '01:30' : '02:10'
  await createRecurring({ date: first.toISOString().slice(0, 10), time: usualTime, everyWeeks: 2 })
  const [only] = await runAt(new Date(Date.parse(posted) - 1_000).toISOString())
  expect(await runAt(posted)).toEqual([only, date])
  expect(
    await query('select time from tee_times where group_id = $1 and date = $2', [group.id, date]),
  ).toEqual([{ time }])
  // Two weeks later, the tee time is at its usual time again.
  app.clock.moveBy(14 * 86_400_000)
  await postRecurringTeeTimes(app.ctx)
  expect(
    await query('select time from tee_times where group_id = $1 order by date desc limit 1', [
      group.id,
    ]),
  ).toEqual([{ time: usualTime }])
})
