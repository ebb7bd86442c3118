import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { releaseDeferred } from '../messaging/index.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { readCard } from './cards/store.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let round: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  // 10 AM in Edmonton; tee-off is on June 4 at 8:12.
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  round = await make.teeTime(group, { maxPlayers: 1 })
})

const EVENING = { date: '2026-06-01', time: '18:00' }
const reserve = (form: object, golfer = group.owner) =>
  app.phone(golfer.session).post(`/api/tee-times/${round.id}/holds`, { ...EVENING, ...form })
const claim = (golfer: TestGolfer) =>
  app.phone(golfer.session).post(`/api/tee-times/${round.id}/claim`, {})
const reservationIdOf = (body: unknown) => (body as TeeTime).reservations[0]?.id

test('lets only the member claim the spot that is reserved for them', async () => {
  expect(await reserve({ forGolferId: ann.id })).toMatchObject({
    status: 201,
    body: {
      reservations: [{ name: 'Ann Lee', golferId: ann.id, until: '2026-06-02T00:00:00.000Z' }],
      availableSpots: 0,
    },
  })
  expect(await claim(bob)).toMatchObject({ status: 409, body: { code: 'FULL' } })
  expect(await claim(ann)).toMatchObject({
    status: 200,
    body: { participants: [{ id: ann.id }], reservations: [] },
  })
})

/** Returns the expiry that each message to Ann states, oldest message first. */
const listStatedExpiries = async () => {
  const { rows } = await app.ctx.db.execute<{ until: string }>(
    `select data ->> 'until' as until from deliveries
     where golfer_id = ${ann.id} and event = 'reserved' order by id`,
  )
  return rows.map(({ until }) => until)
}
const SIX_PM = '2026-06-02T00:00:00.000Z'
const FIVE_PM = '2026-06-01T23:00:00.000Z'

test('notifies the member once, and again when the reservation gets shorter', async () => {
  await Promise.all([1, 2, 3].map(() => reserve({ forGolferId: ann.id })))
  expect(await listStatedExpiries()).toEqual([SIX_PM])
  await reserve({ forGolferId: ann.id, time: '20:00' })
  await reserve({ forGolferId: ann.id, time: '18:30' })
  expect(await listStatedExpiries()).toEqual([SIX_PM])
  await reserve({ forGolferId: ann.id, time: '17:00' })
  await reserve({ forGolferId: ann.id, time: '17:00' })
  await reserve({ forGolferId: ann.id, time: '18:00' })
  expect(await listStatedExpiries()).toEqual([SIX_PM, FIVE_PM])
})

test('does not notify again when a spot is released and reserved again before the announced end', async () => {
  for (const time of ['18:00', '18:00', '20:00']) {
    const { body } = await reserve({ forGolferId: ann.id, time })
    await app.runJobs()
    const id = Number(reservationIdOf(body))
    // Ann's call releases nothing, so it doesn't count as her answer.
    await app.phone(ann.session).delete(`/api/tee-times/${round.id}/holds/${id + 1_000_000}`)
    await app.phone(group.owner.session).delete(`/api/tee-times/${round.id}/holds/${id}`)
  }
  expect(await listStatedExpiries()).toEqual([SIX_PM])
  app.clock.moveTo(SIX_PM)
  await reserve({ forGolferId: ann.id, time: '20:00' })
  expect(await listStatedExpiries()).toEqual([SIX_PM, '2026-06-02T02:00:00.000Z'])
})

test('notifies again about a spot that is reserved again after the member passed or left', async () => {
  const { body } = await reserve({ forGolferId: ann.id })
  await app.runJobs()
  const path = `/api/tee-times/${round.id}`
  await app.phone(ann.session).delete(`${path}/holds/${reservationIdOf(body)}`)
  await reserve({ forGolferId: ann.id })
  await reserve({ forGolferId: ann.id, time: '20:00' })
  expect(await listStatedExpiries()).toEqual([SIX_PM, SIX_PM])
  await app.runJobs()
  await claim(ann)
  await app.phone(ann.session).post(`${path}/unclaim`)
  await reserve({ forGolferId: ann.id })
  expect(await listStatedExpiries()).toEqual([SIX_PM, SIX_PM, SIX_PM])
})

test('notifies about a second reservation when the first ended before its message was sent', async () => {
  const { body } = await reserve({ forGolferId: ann.id })
  await app
    .phone(group.owner.session)
    .delete(`/api/tee-times/${round.id}/holds/${reservationIdOf(body)}`)
  // The first reservation has ended, so its message is not sent.
  await app.runJobs()
  await reserve({ forGolferId: ann.id })
  expect(await listStatedExpiries()).toEqual([SIX_PM, SIX_PM])
})

test('queues no second message when a reservation changes while its message waits for the morning', async () => {
  app.clock.moveTo('2026-06-02T04:00:00Z')
  await app.ctx.db.execute(
    `update golfers set phone_number = '+15872000001', text_consent_at = now() where id = ${ann.id}`,
  )
  await reserve({ forGolferId: ann.id, date: '2026-06-03' })
  await app.runJobs()
  const listMessages = async () =>
    (
      await app.ctx.db.execute(
        `select status, channel from deliveries where golfer_id = ${ann.id} and event = 'reserved'`,
      )
    ).rows
  expect(await listMessages()).toEqual([{ status: 'deferred', channel: 'text' }])
  await reserve({ forGolferId: ann.id, date: '2026-06-03', time: '17:00' })
  await app.runJobs()
  expect(await listMessages()).toEqual([{ status: 'deferred', channel: 'text' }])
  // If the reservation expires before quiet hours end, an email arrives in time.
  await reserve({ forGolferId: ann.id, date: '2026-06-02', time: '07:30' })
  await app.runJobs()
  expect(await listMessages()).toEqual([{ status: 'sent', channel: 'email' }])
})

test('notifies again when a reservation that was extended while its message was held gets shorter', async () => {
  app.clock.moveTo('2026-06-02T04:00:00Z')
  await app.ctx.db.execute(
    `update golfers set phone_number = '+15872000001', text_consent_at = now() where id = ${ann.id}`,
  )
  for (const time of ['17:00', '20:00']) {
    await reserve({ forGolferId: ann.id, date: '2026-06-02', time })
    await app.runJobs()
  }
  app.clock.moveTo('2026-06-02T14:00:00Z')
  await releaseDeferred(app.ctx)
  await app.runJobs()
  await reserve({ forGolferId: ann.id, date: '2026-06-02' })
  expect(await listStatedExpiries()).toEqual([
    '2026-06-03T02:00:00.000Z',
    '2026-06-03T00:00:00.000Z',
  ])
})

test('lets anyone claim the spot as soon as the reservation expires', async () => {
  await reserve({ name: 'Dave' })
  app.clock.moveTo('2026-06-01T23:59:59Z')
  expect((await claim(bob)).status).toBe(409)
  app.clock.moveTo('2026-06-02T00:00:00Z')
  expect(await claim(bob)).toMatchObject({ status: 200, body: { reservations: [] } })
})

test('shows the spot as open after the reservation expires, even if nobody claims it', async () => {
  await reserve({ name: 'Dave' })
  app.clock.moveTo('2026-06-02T00:00:00Z')
  await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
  await app.runJobs()
  const { body } = await app.phone(bob.session).get(`/api/groups/slug/${group.slug}/tee-times`)
  expect((body as TeeTime[])[0]).toMatchObject({ reservations: [], availableSpots: 1 })
})

test('lets only the creator and the golfer it is for release a reservation', async () => {
  for (const [who, isReleased] of [
    [bob, false],
    [ann, true],
    [group.owner, true],
  ] as const) {
    const id = reservationIdOf((await reserve({ forGolferId: ann.id })).body)
    const answer = await app.phone(who.session).delete(`/api/tee-times/${round.id}/holds/${id}`)
    expect(answer.status).toBe(200)
    expect((answer.body as TeeTime).reservations).toHaveLength(isReleased ? 0 : 1)
  }
})

test('moves the end when a spot is reserved for the same member again', async () => {
  await reserve({ forGolferId: ann.id })
  const answer = await reserve({ forGolferId: ann.id, time: '20:00' })
  expect((answer.body as TeeTime).reservations).toMatchObject([
    { until: '2026-06-02T02:00:00.000Z' },
  ])
})

test.each([
  ['in the past', { time: '09:59' }, 'Pick a time in the future'],
  ['after tee-off', { date: '2026-06-04', time: '08:13' }, 'Pick a time before tee-off'],
])('refuses a time %s', async (_what, when, message) => {
  expect(await reserve({ name: 'Dave', ...when })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { time: message } },
  })
})

test('requires either a member or a name, and not both', async () => {
  expect((await reserve({})).status).toBe(400)
  expect((await reserve({ forGolferId: ann.id, name: 'Dave' })).status).toBe(400)
})

test('lets only the creator reserve, only for members, and only open spots', async () => {
  expect((await reserve({ name: 'Dave' }, bob)).status).toBe(403)
  const stranger = await make.golfer()
  expect(await reserve({ forGolferId: stranger.id })).toMatchObject({
    status: 409,
    body: { code: 'NOT_ELIGIBLE' },
  })
  await claim(bob)
  expect(await reserve({ name: 'Dave' })).toMatchObject({ status: 409, body: { code: 'FULL' } })
  expect(await reserve({ forGolferId: bob.id })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_IN' },
  })
})

test('ends an expired reservation even when a call is refused, and returns the current card', async () => {
  const other = await make.teeTime(group, { maxPlayers: 2, players: [bob] })
  const path = `/api/tee-times/${other.id}/holds`
  const owner = app.phone(group.owner.session)
  await owner.post(path, { name: 'Dave', date: '2026-06-01', time: '19:00' })
  app.clock.moveTo('2026-06-02T01:00:00Z')
  const refused = await owner.post(path, { ...EVENING, time: '20:00', forGolferId: bob.id })
  expect(refused).toMatchObject({ status: 409, body: { teeTime: { reservations: [] } } })
  expect(refused.body).toHaveProperty('teeTime', await readCard(app.ctx.db, other.id))
})

test('ends a reservation when its member is removed from the group', async () => {
  await reserve({ forGolferId: ann.id })
  await app.phone(group.owner.session).delete(`/api/groups/${group.id}/members/${ann.id}`)
  expect((await claim(bob)).status).toBe(200)
})
