import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  MAX_RECURRING_TEE_TIMES,
  type RecurringTeeTime,
} from '../../../contract/recurring-tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { postRecurringTeeTimes } from './post-due.ts'

const START = '2026-06-01T16:00:00Z'
const FORM = {
  course: 'Shaganappi Point',
  date: '2026-06-06',
  time: '08:12',
  everyWeeks: 1,
  daysAhead: 7,
}

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
  group = await make.group()
  bob = await make.member(group, { name: 'Bob' })
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

const path = (more = '') => `/api/groups/${group.id}/standing-times${more}`
const create = (form: object = {}, { session } = bob) =>
  app.phone(session).post(path(), { ...FORM, ...form })
const recurringIdOf = (body: unknown) =>
  (body as { recurringTeeTime: RecurringTeeTime }).recurringTeeTime.id
const listRecurring = async ({ session } = bob) =>
  (await app.phone(session).get(path())).body as RecurringTeeTime[]

test('posts the first date immediately, and returns when the next ones will be posted', async () => {
  const { status, body } = await create({ notes: ' ', joinAsPlayer: true })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    teeTime: { date: '2026-06-06', participants: [{ id: bob.id, name: 'Bob' }] },
    recurringTeeTime: {
      creator: { id: bob.id, name: 'Bob' },
      notes: null,
      ended: null,
      nextDates: [
        { date: '2026-06-13', time: '08:12', postedAt: '2026-06-06T14:12:00.000Z', skipped: false },
        { date: '2026-06-20', postedAt: '2026-06-13T14:12:00.000Z' },
        { date: '2026-06-27' },
        { date: '2026-07-04' },
      ],
    },
  })
  expect(await listRecurring(group.owner)).toEqual([
    (body as { recurringTeeTime: RecurringTeeTime }).recurringTeeTime,
  ])
})

test('returns the first one when the same is set up again within a minute, even at the limit', async () => {
  for (let hour = 9; hour < 8 + MAX_RECURRING_TEE_TIMES; hour += 1) {
    await create({ time: `${String(hour).padStart(2, '0')}:00` })
  }
  const form = { notes: ' ', joinAsPlayer: true, warnOfOverlap: true }
  const first = await create(form)
  expect(first.status).toBe(201)
  app.clock.moveBy(59_000)
  expect(await create(form)).toMatchObject({ status: 201, body: first.body as object })
  expect(await listRecurring()).toHaveLength(MAX_RECURRING_TEE_TIMES)
})

test.each([{ everyWeeks: 2 }, { daysAhead: 6 }, { course: 'Lakeview' }])(
  'sets up a second one with different content: %o',
  async (change) => {
    const [first, second] = [await create(), await create(change)]
    expect(recurringIdOf(second.body)).not.toBe(recurringIdOf(first.body))
  },
)

test('sets up the same again after a minute, or when the first one has ended', async () => {
  const first = recurringIdOf((await create()).body)
  await app.phone(bob.session).delete(path(`/${first}`))
  const second = recurringIdOf((await create()).body)
  app.clock.moveBy(60_000)
  const third = recurringIdOf((await create()).body)
  expect(new Set([first, second, third]).size).toBe(3)
})

test.each([
  [{ everyWeeks: 3 }, 'everyWeeks', 'Enter at most 2'],
  [{ everyWeeks: undefined }, 'everyWeeks', 'This is required'],
  [{ daysAhead: 0 }, 'daysAhead'],
  [{ daysAhead: 29 }, 'daysAhead'],
  [{ date: '2026-05-30' }, 'date'],
  [{ course: ' ' }, 'course'],
])('refuses %j and posts nothing', async (form, field, message = expect.any(String)) => {
  const { status, body } = await create(form)
  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { [field]: message } })
  expect(await query('select from tee_times where group_id = $1', [group.id])).toEqual([])
})

test('allows at most ten, even with simultaneous requests', async () => {
  await Promise.all(
    Array.from({ length: MAX_RECURRING_TEE_TIMES + 4 }, (_, hour) =>
      create({ time: `${String(hour + 6).padStart(2, '0')}:00` }),
    ),
  )
  expect(await listRecurring()).toHaveLength(MAX_RECURRING_TEE_TIMES)
  expect((await create({ time: '05:00' })).body).toMatchObject({ code: 'TOO_MANY' })
  expect(await query('select from tee_times where group_id = $1', [group.id])).toHaveLength(
    MAX_RECURRING_TEE_TIMES,
  )
})

test('does not post a skipped date unless it is restored', async () => {
  const id = recurringIdOf((await create()).body)
  const change = (what: 'skip' | 'unskip', date: string) =>
    app.phone(bob.session).post(path(`/${id}/${what}`), { date })
  for (const date of ['2026-06-13', '2026-06-13', '2026-06-20']) {
    expect((await change('skip', date)).status).toBe(200)
  }
  const again = await change('unskip', '2026-06-20')
  expect((again.body as RecurringTeeTime).nextDates.map(({ skipped }) => skipped)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  for (const now of ['2026-06-06T14:12:00Z', '2026-06-13T14:12:00Z']) {
    app.clock.moveTo(now)
    await postRecurringTeeTimes(app.ctx)
  }
  const posted = await query('select date::text from tee_times where group_id = $1 order by date', [
    group.id,
  ])
  expect(posted.map(({ date }) => date)).toEqual(['2026-06-06', '2026-06-20'])
  expect((await change('skip', '2026-06-20')).body).toMatchObject({ code: 'OUT_OF_DATE' })
  for (const date of ['2026-06-28', '0000-01-01']) {
    expect((await change('skip', date)).body).toMatchObject({ code: 'INVALID_INPUT' })
  }
})

test('shows another date for each skipped one, up to the last date that can be skipped', async () => {
  const { recurringTeeTime } = (await create()).body as { recurringTeeTime: RecurringTeeTime }
  const { id } = recurringTeeTime
  let { nextDates } = recurringTeeTime
  for (const length of [5, 6, 7, 8, 9]) {
    const date = nextDates.find(({ skipped }) => !skipped)?.date
    const { body } = await app.phone(bob.session).post(path(`/${id}/skip`), { date })
    nextDates = (body as RecurringTeeTime).nextDates
    expect(nextDates).toHaveLength(length)
  }
  expect(nextDates[5]).toMatchObject({ date: '2026-07-18', skipped: false })
  await query(
    `insert into recurring_dates (recurring_id, group_id, date)
     select $1, $2, date '2026-07-18' + 7 * week from generate_series(0, 24) week`,
    [id, group.id],
  )
  const [{ nextDates: allDates } = recurringTeeTime] = await listRecurring()
  expect(allDates.map(({ skipped }) => skipped)).toEqual(Array(30).fill(true))
})

test('updates the phones of other members when a date is skipped or restored, or when it ends', async () => {
  const id = recurringIdOf((await create()).body)
  const bobs = app.phone(bob.session)
  for (const change of [
    () => bobs.post(path(`/${id}/skip`), { date: '2026-06-13' }),
    () => bobs.post(path(`/${id}/unskip`), { date: '2026-06-13' }),
    () => bobs.delete(path(`/${id}`)),
  ]) {
    await query('delete from live_events where group_id = $1', [group.id])
    expect((await change()).status).toBe(200)
    expect(await query('select type from live_events where group_id = $1', [group.id])).toEqual([
      { type: 'group' },
    ])
  }
})

test('either skips or posts a date when both happen at the same time', async () => {
  const id = recurringIdOf((await create()).body)
  app.clock.moveTo('2026-06-06T14:12:00Z')
  const [skipping] = await Promise.all([
    app.phone(bob.session).post(path(`/${id}/skip`), { date: '2026-06-13' }),
    postRecurringTeeTimes(app.ctx),
  ])
  const posted = await query(`select from tee_times where group_id = $1 and date = '2026-06-13'`, [
    group.id,
  ])
  expect([200, 409]).toContain(skipping.status)
  expect(posted).toHaveLength(skipping.status === 200 ? 0 : 1)
})

test("lets an admin end another golfer's recurring tee time, logs that, and shows it to the creator", async () => {
  const admin = await make.member(group, { isAdmin: true, name: 'Ada' })
  const id = recurringIdOf((await create()).body)
  const end = () => app.phone(admin.session).delete(path(`/${id}`))
  expect((await end()).status).toBe(200)
  expect((await end()).status).toBe(404)
  expect(await listRecurring()).toMatchObject([{ id, nextDates: [], ended: { by: 'Ada' } }])
  expect(await listRecurring(admin)).toEqual([])
  expect(
    await query('select action, actor_id, golfer_id from audit_entries where group_id = $1', [
      group.id,
    ]),
  ).toContainEqual({
    action: 'recurring-tee-time-ended-for-creator',
    actor_id: admin.id,
    golfer_id: bob.id,
  })
  app.clock.moveTo('2026-06-06T14:12:00Z')
  await postRecurringTeeTimes(app.ctx)
  expect(await query('select from tee_times where group_id = $1', [group.id])).toHaveLength(1)
})

test('no longer lists a recurring tee time that its creator ended, but keeps it in their data', async () => {
  const id = recurringIdOf((await create()).body)
  expect((await app.phone(bob.session).delete(path(`/${id}`))).status).toBe(200)
  expect(await listRecurring()).toEqual([])
  expect((await app.phone(bob.session).get('/api/my-data')).body).toMatchObject({
    recurringTeeTimes: [{ course: 'Shaganappi Point', time: '08:12', endedAt: expect.any(String) }],
  })
})
