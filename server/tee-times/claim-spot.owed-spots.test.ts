import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { deleteAccount } from '../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

/** The cut-off: Wednesday at 8:12 in Edmonton, a day before tee-off. */
const CUT_OFF = '2026-06-03T14:12:00Z'

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

const post = async (golfer: TestGolfer, path: string, body?: object) => {
  const answer = await app.phone(golfer.session).post(`/api/tee-times/${round.id}/${path}`, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as TeeTime
}
const leave = (golfer: TestGolfer) => post(golfer, 'unclaim')
const claim = (golfer: TestGolfer) => post(golfer, 'claim')
const edit = async (change: object) => {
  const { version } = await claim(ann)
  const answer = await app
    .phone(ann.session)
    .put(`/api/tee-times/${round.id}`, { ...change, version })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as TeeTime
}
const golfersOwing = ({ cutOff }: TeeTime) => cutOff?.owedSpots.map(({ golferId }) => golferId)

test('shows the cut-off on the card', async () => {
  expect(round.cutOff).toEqual({
    hoursBefore: 24,
    at: '2026-06-03T14:12:00Z',
    calledAt: null,
    owedSpots: [],
  })
  expect((await make.teeTime(group)).cutOff).toBeNull()
})

test('lets golfers leave freely before the cut-off, but makes them owe the spot after it', async () => {
  app.clock.moveTo('2026-06-03T14:11:59Z')
  expect(golfersOwing(await leave(bob))).toEqual([])
  await claim(bob)
  app.clock.moveTo(CUT_OFF)
  const card = await leave(bob)
  expect(card.cutOff?.owedSpots).toMatchObject([{ golferId: bob.id, name: 'Bob Hay' }])
  expect(card.availableSpots).toBe(3)
})

test('makes a golfer who leaves twice owe only one spot', async () => {
  app.clock.moveTo(CUT_OFF)
  await leave(bob)
  expect(golfersOwing(await leave(bob))).toEqual([bob.id])
})

test("settles a golfer's own owed spot without a message when they come back", async () => {
  app.clock.moveTo(CUT_OFF)
  await leave(ann)
  await leave(bob)
  expect(golfersOwing(await claim(bob))).toEqual([ann.id])
  expect(await listGolfersNotified()).toEqual([])
})

test('settles the spot owed longest first when someone claims a spot or brings a guest', async () => {
  app.clock.moveTo(CUT_OFF)
  await leave(ann)
  await leave(bob)
  expect(golfersOwing(await claim(cy))).toEqual([bob.id])
  const answer = await app
    .phone(cy.session)
    .post(`/api/tee-times/${round.id}/guests`, { name: 'Dave' })
  expect(golfersOwing(answer.body as TeeTime)).toEqual([])
  expect(await listGolfersNotified()).toEqual([ann.id, bob.id])
})

test('makes a host who removes a guest late owe the spot, but nobody when the creator does', async () => {
  await app.ctx.db.execute(`update groups set guests_per_player = 3 where id = ${group.id}`)
  const { guests } = await post(bob, 'guests', { name: 'Dave' })
  const more = await post(bob, 'guests', { name: 'Eddy' })
  app.clock.moveTo(CUT_OFF)
  const removeGuest = async (golfer: TestGolfer, guestId: number | undefined) => {
    const path = `/api/tee-times/${round.id}/guests/${guestId}`
    return (await app.phone(golfer.session).delete(path)).body as TeeTime
  }
  expect(golfersOwing(await removeGuest(ann, guests[0]?.id))).toEqual([])
  expect(golfersOwing(await removeGuest(bob, more.guests[1]?.id))).toEqual([bob.id])
})

test('makes a golfer who leaves with a guest owe both spots', async () => {
  await post(bob, 'guests', { name: 'Dave' })
  app.clock.moveTo(CUT_OFF)
  expect(golfersOwing(await leave(bob))).toEqual([bob.id, bob.id])
  expect(golfersOwing(await claim(cy))).toEqual([bob.id])
})

test('keeps the spot owed by a golfer who leaves the group, but not by a deleted account', async () => {
  app.clock.moveTo(CUT_OFF)
  await app.phone(bob.session).post(`/api/groups/${group.id}/leave`)
  expect(golfersOwing(await claim(ann))).toEqual([bob.id])
  expect(golfersOwing(await claim(cy))).toEqual([])
  await leave(cy)
  expect(golfersOwing(await claim(ann))).toEqual([cy.id])
  await deleteAccount(app.ctx, cy.id)
  expect(golfersOwing(await claim(ann))).toEqual([])
})

test('clears owed spots when tee-off moves later, the cut-off is removed, or spots are removed', async () => {
  app.clock.moveTo(CUT_OFF)
  await leave(bob)
  expect(golfersOwing(await edit({ time: '08:13' }))).toEqual([])
  app.clock.moveTo('2026-06-03T14:13:00Z')
  await claim(bob)
  await leave(bob)
  expect(golfersOwing(await edit({ notes: 'Two carts' }))).toEqual([bob.id])
  expect(golfersOwing(await edit({ maxPlayers: 2 }))).toEqual([bob.id])
  expect(golfersOwing(await edit({ maxPlayers: 1 }))).toEqual([])
  await edit({ maxPlayers: 2 })
  await claim(bob)
  await leave(bob)
  expect((await edit({ cancelHours: null })).cutOff).toBeNull()
  expect(await listGolfersNotified()).toEqual([bob.id, bob.id, bob.id])
})

test('clears owed spots when a frost delay or new time zone moves the cut-off to the future', async () => {
  round = await make.teeTime(group, { creator: ann, cancelHours: 1, players: [ann, bob] })
  app.clock.moveTo('2026-06-04T13:20:00Z')
  const cardAfterLeaving = await leave(bob)
  expect(golfersOwing(cardAfterLeaving)).toEqual([bob.id])
  const { version } = cardAfterLeaving
  const delay = await app
    .phone(ann.session)
    .post(`/api/tee-times/${round.id}/delay`, { minutes: 30, version })
  expect((delay.body as TeeTime[]).map(golfersOwing)).toEqual([[], []])
  expect(await listGolfersNotified()).toEqual([bob.id])

  await claim(bob)
  app.clock.moveTo('2026-06-04T13:45:00Z')
  expect(golfersOwing(await leave(bob))).toEqual([bob.id])
  const owner = app.phone(group.owner.session)
  const zone = { name: 'Moved West', timeZone: 'America/Vancouver' }
  expect((await owner.patch(`/api/groups/${group.id}/name`, zone)).status).toBe(200)
  const { body } = await owner.get(`/api/groups/slug/${group.slug}/tee-times`)
  expect((body as TeeTime[]).filter(({ id }) => id === round.id).map(golfersOwing)).toEqual([[]])
})

test('notifies each golfer who no longer owes spots after an edit once', async () => {
  await claim(cy)
  await post(bob, 'guests', { name: 'Dave' })
  app.clock.moveTo(CUT_OFF)
  await leave(bob)
  await leave(cy)
  expect(golfersOwing(await edit({ maxPlayers: 1 }))).toEqual([])
  expect((await listGolfersNotified()).toSorted()).toEqual([bob.id, cy.id].toSorted())
})

test("includes owed spots in the golfer's own data", async () => {
  app.clock.moveTo(CUT_OFF)
  await leave(bob)
  const mine = await app.phone(bob.session).get('/api/my-data')
  expect(mine.body).toMatchObject({
    owedSpots: [{ course: 'Shaganappi Point', since: '2026-06-03T14:12:00.000Z' }],
  })
})

test.each([[0], [169], [1.5], ['24']])('refuses a cut-off of %j hours', async (cancelHours) => {
  const { status } = await app.phone(ann.session).post('/api/tee-times', {
    groupId: group.id,
    course: 'Shaganappi Point',
    date: '2026-06-04',
    time: '09:00',
    cancelHours,
  })
  expect(status).toBe(400)
})

async function listGolfersNotified(): Promise<number[]> {
  const { rows } = await app.ctx.db.execute<{ golfer_id: number }>(
    `select golfer_id from deliveries
     where event = 'spot-filled' and group_id = ${group.id} order by id`,
  )
  return rows.map((row) => row.golfer_id)
}
