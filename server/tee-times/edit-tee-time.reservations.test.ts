import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { readCard } from './cards/store.ts'

// An edit ends expired reservations and offers itself, without waiting for the job that also ends them.

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
  round = await make.teeTime(group, { maxPlayers: 2, players: [group.owner] })
})

const SIX_PM_IN_EDMONTON = '2026-06-02T00:00:00Z'
const tap = (golfer: TestGolfer, what: string, body: object = {}) =>
  app.phone(golfer.session).post(`/api/tee-times/${round.id}/${what}`, body)
const reserveUntilSixPm = () =>
  tap(group.owner, 'holds', { name: 'Dave', date: '2026-06-01', time: '18:00' })
const edit = async (change: object) =>
  app
    .phone(group.owner.session)
    .put(`/api/tee-times/${round.id}`, { ...change, version: (await getCard()).version })
const query = async (statement: string) =>
  (await app.ctx.db.$client.query(statement, [round.id])).rows
const getCard = async (): Promise<TeeTime> => {
  const found = await readCard(app.ctx.db, round.id)
  if (found === undefined) throw new Error('No card')
  return found
}
const readWaitingEvents = async () =>
  (
    await query('select golfer_id, event from waiting_events where tee_time_id = $1 order by id')
  ).map(({ golfer_id, event }) => [golfer_id, event])

test('can remove a reserved spot after the reservation has expired', async () => {
  await reserveUntilSixPm()
  app.clock.moveTo('2026-06-01T23:59:59Z')
  expect(await edit({ maxPlayers: 1 })).toMatchObject({
    status: 409,
    body: { code: 'SPOTS_TAKEN' },
  })
  app.clock.moveTo(SIX_PM_IN_EDMONTON)
  expect(await edit({ maxPlayers: 1 })).toMatchObject({
    status: 200,
    body: { maxPlayers: 1, reservations: [], availableSpots: 0 },
  })
})

/** Makes the app offer a spot to Ann until noon, with Cleo next on the waiting list. Returns Cleo. */
async function offerToAnn() {
  await tap(bob, 'claim')
  await tap(ann, 'wait')
  const cleo = await make.member(group)
  await tap(cleo, 'wait')
  await tap(bob, 'unclaim')
  await app.runJobs()
  return cleo
}

test('can remove a spot whose offer has expired, and keeps the next golfer on the waiting list', async () => {
  const cleo = await offerToAnn()
  app.clock.moveTo('2026-06-01T18:00:00Z')
  expect(await edit({ maxPlayers: 1 })).toMatchObject({
    status: 200,
    body: { maxPlayers: 1, waiting: [{ id: cleo.id, offeredUntil: null }] },
  })
  await app.runJobs()
  expect(await readWaitingEvents()).toEqual([
    [ann.id, 'waited'],
    [cleo.id, 'waited'],
    [ann.id, 'offered'],
    [ann.id, 'expired'],
  ])
})

test('ends an expired reservation even when the edit is refused, and returns the current card', async () => {
  await edit({ maxPlayers: 3 })
  await reserveUntilSixPm()
  await tap(ann, 'claim')
  app.clock.moveTo(SIX_PM_IN_EDMONTON)
  const refused = await edit({ maxPlayers: 1 })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'SPOTS_TAKEN',
      message: '2 players are in. Keep at least 2 spots, or ask someone to leave first.',
    },
  })
  expect(refused.body).toHaveProperty('teeTime', await getCard())
  expect((await getCard()).reservations).toEqual([])
})

test('withdraws offers but keeps the waiting list while the group is unpaid', async () => {
  const cleo = await offerToAnn()
  app.clock.moveTo('2026-06-01T18:00:00Z')
  await app.ctx.db.$client.query(`update groups set expiry_date = $2 where id = $1`, [
    group.id,
    '2026-06-01T17:00:00Z',
  ])
  expect(await edit({ notes: 'Walk' })).toMatchObject({
    status: 200,
    body: {
      notes: 'Walk',
      waiting: [
        { id: ann.id, offeredUntil: null },
        { id: cleo.id, offeredUntil: null },
      ],
    },
  })
})

test('moves a reservation until tee-off to a later tee-off, but leaves one that ends before it', async () => {
  await edit({ maxPlayers: 3 })
  await tap(group.owner, 'holds', { name: 'Dave', date: '2026-06-04', time: '08:12' })
  await tap(group.owner, 'holds', { name: 'Ed', date: '2026-06-04', time: '08:00' })
  expect(await edit({ time: '09:12' })).toMatchObject({
    status: 200,
    body: {
      reservations: [
        { name: 'Dave', until: '2026-06-04T15:12:00.000Z' },
        { name: 'Ed', until: '2026-06-04T14:00:00.000Z' },
      ],
    },
  })
})

test('shortens a reservation until tee-off for an earlier tee-off, and notifies its golfer', async () => {
  await tap(group.owner, 'holds', { forGolferId: ann.id, date: '2026-06-04', time: '08:12' })
  await edit({ time: '07:12' })
  await app.runJobs()
  expect((await getCard()).reservations).toMatchObject([{ until: '2026-06-04T13:12:00.000Z' }])
  const messages = await query(
    `select data from deliveries where $1 = any (tee_time_ids) and event = 'reserved' order by id`,
  )
  expect(messages).toEqual([
    { data: { until: '2026-06-04T14:12:00.000Z' } },
    { data: { until: '2026-06-04T13:12:00.000Z' } },
  ])
})

test('does not end reservations when the edit comes after tee-off', async () => {
  await tap(group.owner, 'holds', { name: 'Dave', date: '2026-06-04', time: '08:12' })
  const before = await getCard()
  app.clock.moveTo('2026-06-04T14:12:00Z')
  expect(await edit({ maxPlayers: 1 })).toMatchObject({
    status: 409,
    body: { code: 'TEE_TIME_PAST', teeTime: before },
  })
})
