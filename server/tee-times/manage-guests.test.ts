import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

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
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  round = await make.teeTime(group, { maxPlayers: 3, players: [ann] })
})

const bringGuest = (golfer: TestGolfer, name = 'Dave') =>
  app.phone(golfer.session).post(`/api/tee-times/${round.id}/guests`, { name })
const allowGuests = (guests: number) =>
  app.ctx.db.execute(`update groups set guests_per_player = ${guests} where id = ${group.id}`)
const guestIdOf = (body: unknown) => (body as TeeTime).guests[0]?.id

test('gives a guest an open spot, and shows the names of the guest and the host', async () => {
  expect(await bringGuest(ann)).toMatchObject({
    status: 201,
    body: {
      guests: [{ name: 'Dave', hostId: ann.id, hostName: 'Ann Lee' }],
      participants: [{ id: ann.id }],
      availableSpots: 1,
    },
  })
})

test.each([
  [
    'of someone who does not play',
    () => bob,
    1,
    'NOT_PLAYING',
    'Claim a spot for yourself first. Then bring a guest.',
  ],
  [
    'when the group does not allow guests',
    () => ann,
    0,
    'NO_MORE_GUESTS',
    "This group doesn't allow guests. Ask the group's owner to allow them.",
  ],
])('refuses a guest %s', async (_why, who, allowed, code, message) => {
  await allowGuests(allowed)
  expect(await bringGuest(who())).toMatchObject({
    status: 409,
    body: { code, message, teeTime: { guests: [] } },
  })
})

test("limits guests to the group's maximum and the open spots", async () => {
  await bringGuest(ann)
  expect(await bringGuest(ann, 'Eve')).toMatchObject({
    status: 409,
    body: {
      code: 'NO_MORE_GUESTS',
      message: "You've reached this group's limit of 1 guest per player.",
    },
  })
  await allowGuests(3)
  await bringGuest(ann, 'Eve')
  expect(await bringGuest(ann, 'Fay')).toMatchObject({ status: 409, body: { code: 'FULL' } })
})

test('accepts two of ten simultaneous guests for two spots', async () => {
  await allowGuests(3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => bringGuest(ann)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(8)
})

test('removes guests with their host, and offers the spots to the waiting list', async () => {
  await bringGuest(ann)
  await app.phone(bob.session).post(`/api/tee-times/${round.id}/claim`, {})
  const cleo = await make.member(group)
  await app.phone(cleo.session).post(`/api/tee-times/${round.id}/wait`, {})
  const answer = await app.phone(ann.session).post(`/api/tee-times/${round.id}/unclaim`, {})
  expect(answer.body).toMatchObject({
    guests: [],
    participants: [{ id: bob.id }],
    availableSpots: 1,
  })
  await app.runJobs()
  const { body } = await app.phone(cleo.session).post(`/api/tee-times/${round.id}/claim`, {})
  expect(body).toMatchObject({ participants: [{ id: bob.id }, { id: cleo.id }] })
})

test('lets only the host and the creator remove a guest', async () => {
  for (const [who, isRemoved] of [
    [bob, false],
    [ann, true],
    [group.owner, true],
  ] as const) {
    const id = guestIdOf((await bringGuest(ann)).body)
    const answer = await app.phone(who.session).delete(`/api/tee-times/${round.id}/guests/${id}`)
    expect(answer.status).toBe(200)
    expect((answer.body as TeeTime).guests).toHaveLength(isRemoved ? 0 : 1)
    await app.phone(ann.session).delete(`/api/tee-times/${round.id}/guests/${id}`)
  }
})

test('refuses to remove spots that guests have taken', async () => {
  const { body } = await bringGuest(ann)
  const answer = await app
    .phone(group.owner.session)
    .put(`/api/tee-times/${round.id}`, { maxPlayers: 1, version: (body as TeeTime).version })
  expect(answer).toMatchObject({ status: 409, body: { code: 'SPOTS_TAKEN' } })
})

/** Fills the tee time: the creator claims a spot and reserves the last one for Dave. */
async function reserveForDave(name = 'Dave') {
  await app.phone(group.owner.session).post(`/api/tee-times/${round.id}/claim`, {})
  const reservation = { name, date: round.date, time: '07:00' }
  return app.phone(group.owner.session).post(`/api/tee-times/${round.id}/holds`, reservation)
}

test('gives a guest the spot reserved under their name, even when others are waiting', async () => {
  await reserveForDave()
  await app.phone(bob.session).post(`/api/tee-times/${round.id}/wait`, {})
  expect(await bringGuest(ann, 'Eve')).toMatchObject({ status: 409, body: { code: 'FULL' } })
  expect(await bringGuest(ann, ' dave ')).toMatchObject({
    status: 201,
    body: {
      guests: [{ name: 'dave', hostId: ann.id }],
      reservations: [],
      waiting: [{ id: bob.id, offeredUntil: null }],
      availableSpots: 0,
    },
  })
  await app.runJobs()
  const { rows } = await app.ctx.db.execute(
    `select status from spots where tee_time_id = ${round.id} and status in ('guest', 'reservation')`,
  )
  expect(rows).toEqual([{ status: 'guest' }])
})

test("does not give a member's reserved spot to a guest with the same name", async () => {
  await app.phone(group.owner.session).post(`/api/tee-times/${round.id}/claim`, {})
  await app.phone(group.owner.session).post(`/api/tee-times/${round.id}/holds`, {
    forGolferId: bob.id,
    date: round.date,
    time: '07:00',
  })
  expect(await bringGuest(ann, 'Bob Hay')).toMatchObject({ status: 409, body: { code: 'FULL' } })
})

test('lets only one of two players bring the guest that a spot is reserved for', async () => {
  await reserveForDave()
  const answers = await Promise.all([bringGuest(ann), bringGuest(group.owner)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})
