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

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  // It is 10 AM in Edmonton.
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  cy = await make.member(group, { name: 'Cy Ott' })
})

const DATE = '2026-06-02'
/** 6 AM on June 2 in Edmonton. */
const MORNING = '2026-06-02T12:00:00Z'
const delay = (golfer: TestGolfer, { id, version }: TeeTime, minutes = 45) =>
  app.phone(golfer.session).post(`/api/tee-times/${id}/delay`, { minutes, version })
async function listMessages(): Promise<object[]> {
  const { rows } = await app.ctx.db.execute<{ golferId: number; ids: number[]; data: object }>(
    `select golfer_id as "golferId", tee_time_ids as ids, data from deliveries
     where event = 'delayed' and group_id = ${group.id} order by golfer_id, id`,
  )
  return rows
}
const listTimes = async () => {
  const { body } = await app.phone(ann.session).get(`/api/groups/slug/${group.slug}/tee-times`)
  return (body as TeeTime[]).map(({ course, date, time }) => `${course} ${date} ${time}`)
}

test('moves the whole morning and nothing else, and notifies each player once', async () => {
  const first = await make.teeTime(group, { creator: ann, date: DATE, players: [ann, bob] })
  const second = await make.teeTime(group, {
    creator: bob,
    course: 'SHAGANAPPI \u00a0point ',
    date: DATE,
    time: '11:50',
    players: [bob],
  })
  await make.teeTime(group, { date: DATE, time: '12:00', players: [cy] })
  await make.teeTime(group, { date: '2026-06-03', players: [cy] })
  await make.teeTime(group, { course: 'Bow', date: DATE, players: [cy] })
  const begunTeeTime = await make.teeTime(group, { date: DATE, time: '05:50', players: [cy] })
  app.clock.moveTo(MORNING)
  const answer = await delay(ann, first)
  expect(answer).toMatchObject({
    status: 200,
    body: [
      { id: first.id, time: '08:57', startsAt: '2026-06-02T14:57:00Z' },
      { id: second.id, time: '12:35' },
    ],
  })
  expect((answer.body as TeeTime[])[0]?.version).toBeGreaterThan(first.version)
  expect(await listTimes()).toEqual([
    `Shaganappi Point ${DATE} 05:50`,
    `Bow ${DATE} 08:12`,
    `Shaganappi Point ${DATE} 08:57`,
    `Shaganappi Point ${DATE} 12:00`,
    `SHAGANAPPI \u00a0point  ${DATE} 12:35`,
    'Shaganappi Point 2026-06-03 08:12',
  ])
  expect(await listMessages()).toEqual([
    {
      golferId: bob.id,
      ids: [first.id, second.id],
      data: { [first.id]: '08:12', [second.id]: '11:50' },
    },
  ])
  expect(await delay(group.owner, begunTeeTime)).toMatchObject({
    status: 409,
    body: { code: 'TEE_TIME_PAST' },
  })
})

test('notifies the poster, waiting golfers and members with a reservation', async () => {
  const di = await make.member(group, { name: 'Di Park' })
  const card = await make.teeTime(group, { creator: di, date: DATE, maxPlayers: 2, players: [ann] })
  const reserved = await app
    .phone(di.session)
    .post(`/api/tee-times/${card.id}/holds`, { forGolferId: cy.id, date: DATE, time: '07:00' })
  expect(reserved).toMatchObject({ body: { reservations: [{ golferId: cy.id }] } })
  const waited = await app.phone(bob.session).post(`/api/tee-times/${card.id}/wait`, {})
  expect(waited.status).toBe(200)
  app.clock.moveTo('2026-06-02T06:10:00Z')
  expect((await delay(group.owner, waited.body as TeeTime)).status).toBe(200)
  const golferIds = (await listMessages()).map(
    (message) => (message as { golferId: number }).golferId,
  )
  expect(golferIds).toEqual([ann.id, bob.id, cy.id, di.id])
})

test('moves reservations until tee-off to the new tee-off', async () => {
  const card = await make.teeTime(group, { date: DATE })
  await app
    .phone(group.owner.session)
    .post(`/api/tee-times/${card.id}/holds`, { name: 'Dave', date: DATE, time: '08:12' })
  app.clock.moveTo(MORNING)
  expect((await delay(group.owner, card)).body).toMatchObject([
    { time: '08:57', reservations: [{ name: 'Dave', until: '2026-06-02T14:57:00.000Z' }] },
  ])
})

test('moves a tee time again with its morning after a delay moved it past noon', async () => {
  const first = await make.teeTime(group, { date: DATE })
  await make.teeTime(group, { date: DATE, time: '11:50' })
  app.clock.moveTo(MORNING)
  const [delayedCard] = (await delay(group.owner, first, 15)).body as TeeTime[]
  expect((await delay(group.owner, delayedCard as TeeTime, 30)).body).toMatchObject([
    { time: '08:57' },
    { time: '12:35' },
  ])
})

test('delays nothing twice for repeated or simultaneous taps', async () => {
  const first = await make.teeTime(group, { creator: ann, date: DATE })
  const second = await make.teeTime(group, { creator: bob, date: DATE, time: '08:22' })
  app.clock.moveTo(MORNING)
  const answers = await Promise.all([delay(ann, first), delay(bob, second), delay(ann, first)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'OUT_OF_DATE',
    teeTime: { time: expect.stringMatching(/^0(8:57|9:07)$/) },
  })
  expect(await listTimes()).toEqual([
    `Shaganappi Point ${DATE} 08:57`,
    `Shaganappi Point ${DATE} 09:07`,
  ])
})

test('allows the posters, admins and the owner', async () => {
  const first = await make.teeTime(group, { creator: ann, date: DATE, players: [cy] })
  const admin = await make.member(group, { isAdmin: true })
  await make.teeTime(group, { creator: bob, date: DATE, time: '08:22' })
  app.clock.moveTo(MORNING)
  expect((await delay(cy, first)).status).toBe(403)
  let card = first
  for (const golfer of [ann, bob, admin, group.owner]) {
    const answer = await delay(golfer, card, 15)
    expect(answer.status).toBe(200)
    card = (answer.body as TeeTime[])[0] as TeeTime
  }
  expect(card.time).toBe('09:12')
})

test('works only on the day of the tee times, and only for those before noon', async () => {
  const morning = await make.teeTime(group, { date: DATE })
  const later = await make.teeTime(group, { date: DATE, time: '13:00' })
  expect(await delay(group.owner, morning)).toMatchObject({
    status: 409,
    body: { code: 'NOT_NOW', teeTime: { time: '08:12' } },
  })
  // Midnight in Edmonton is 06:00 UTC.
  app.clock.moveTo('2026-06-02T05:59:59Z')
  expect((await delay(group.owner, morning)).status).toBe(409)
  app.clock.moveTo('2026-06-02T06:00:00Z')
  expect((await delay(group.owner, later)).body).toMatchObject({ code: 'NOT_NOW' })
  expect((await delay(group.owner, morning)).status).toBe(200)
})

test.each([0, 14, 20, 195, 45.5])('refuses %d minutes as a delay', async (minutes) => {
  const card = await make.teeTime(group, { date: DATE })
  app.clock.moveTo(MORNING)
  expect((await delay(group.owner, card, minutes)).status).toBe(400)
})

test('does not repeat the 3-hour reminder for the new time', async () => {
  const teeTime = await make.teeTime(group, { date: DATE, players: [ann] })
  const countReminders = async () => {
    await app.ctx.db.execute(`select graphile_worker.add_job('remind_players')`)
    await app.runJobs()
    const { rows } = await app.ctx.db.execute(
      `select from deliveries where event = 'reminder-soon' and golfer_id = ${ann.id}`,
    )
    return rows.length
  }
  // Three hours before 8:12.
  app.clock.moveTo('2026-06-02T11:12:00Z')
  expect(await countReminders()).toBe(1)
  app.clock.moveTo(MORNING)
  await delay(group.owner, teeTime, 180)
  app.clock.moveTo('2026-06-02T14:12:00Z')
  expect(await countReminders()).toBe(1)
})

// Delays count elapsed minutes, even across a clock change.
test.each([
  [
    'Europe/London',
    '2026-03-29',
    '00:45',
    '2026-03-29T00:30:00Z',
    60,
    '02:45',
    '2026-03-29T01:45:00Z',
  ],
  [
    'Europe/London',
    '2026-10-25',
    '00:45',
    '2026-10-24T23:30:00Z',
    180,
    '02:45',
    '2026-10-25T02:45:00Z',
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-05',
    '01:15',
    '2026-04-04T14:00:00Z',
    60,
    '01:45',
    '2026-04-04T15:15:00Z',
  ],
  [
    'Australia/Lord_Howe',
    '2026-10-04',
    '01:45',
    '2026-10-03T15:00:00Z',
    15,
    '02:30',
    '2026-10-03T15:30:00Z',
  ],
  [
    'America/Edmonton',
    '2025-03-09',
    '01:45',
    '2025-03-09T08:00:00Z',
    30,
    '03:15',
    '2025-03-09T09:15:00Z',
  ],
  [
    'America/Edmonton',
    '2025-11-02',
    '00:30',
    '2025-11-02T06:10:00Z',
    150,
    '02:00',
    '2025-11-02T09:00:00Z',
  ],
])(
  'in %s on %s moves %s, at %s, by %d min to %s',
  async (timeZone, date, time, at, minutes, local, instant) => {
    app.clock.moveTo(new Date(Date.parse(at) - 86_400_000).toISOString())
    const there = await make.group({ timeZone })
    const card = await make.teeTime(there, { date, time })
    app.clock.moveTo(at)
    expect(await delay(there.owner, card, minutes)).toMatchObject({
      status: 200,
      body: [{ date, time: local, startsAt: instant }],
    })
  },
)

test('keeps the second occurrence of a repeated time when an edit does not change it', async () => {
  app.clock.moveTo('2026-10-24T00:00:00Z')
  const there = await make.group({ timeZone: 'Europe/London' })
  const first = await make.teeTime(there, { date: '2026-10-25', time: '01:30' })
  app.clock.moveTo('2026-10-25T00:00:00Z')
  const [second] = (await delay(there.owner, first, 60)).body as TeeTime[]
  const expected = { date: '2026-10-25', time: '01:30', startsAt: '2026-10-25T01:30:00Z' }
  expect(first.startsAt).toBe('2026-10-25T00:30:00Z')
  expect(second).toMatchObject(expected)
  let version = second?.version
  for (const change of [{ notes: 'Walk' }, { maxPlayers: 3, date: first.date, time: first.time }]) {
    const edited = await app
      .phone(there.owner.session)
      .put(`/api/tee-times/${first.id}`, { ...change, version })
    expect(edited).toMatchObject({
      status: 200,
      body: { ...expected, maxPlayers: expect.any(Number) },
    })
    version = (edited.body as TeeTime).version
  }
})
