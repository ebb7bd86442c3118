import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { deleteAccount } from '../../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { readCard } from '../cards/store.ts'
import { settleWaitingLists } from './settle-waiting-lists.ts'
import { listUnsettled } from './store.ts'

// How waiting lists and reservations respond to changes of groups, tee times and golfers.

const MONDAY = '2026-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let cleo: TestGolfer
let fullTeeTime: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo(MONDAY)
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  cleo = await make.member(group, { name: 'Cleo Fox' })
  fullTeeTime = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
})

const query = async (statement: string, values: unknown[]) =>
  (await app.ctx.db.$client.query(statement, values)).rows
const tap = (golfer: TestGolfer, what: string, body: unknown = {}, { id } = fullTeeTime) =>
  app.phone(golfer.session).post(`/api/tee-times/${id}/${what}`, body)
const getCard = async ({ id } = fullTeeTime): Promise<TeeTime> => {
  const found = await readCard(app.ctx.db, id)
  if (found === undefined) throw new Error('No card')
  return found
}
const readWaiting = async () =>
  (await getCard()).waiting.map(({ id, offeredUntil }) => [id, offeredUntil])
const listEventsSentTo = async (golfer: TestGolfer, { id } = fullTeeTime) =>
  (
    await query(
      `select event from deliveries where golfer_id = $1 and tee_time_ids = array[$2::int]
        and event in ('offer', 'joined', 'offer-expired', 'opened', 'reserved') order by id`,
      [golfer.id, id],
    )
  ).map(({ event }) => event)
const readWaitingEvents = async () =>
  (
    await query('select golfer_id, event from waiting_events where tee_time_id = $1 order by id', [
      fullTeeTime.id,
    ])
  ).map(({ golfer_id, event }) => [golfer_id, event])
const settle = async () => {
  await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
  await app.runJobs()
}
const freeSpot = async () => {
  await tap(group.owner, 'unclaim')
  await app.runJobs()
}
const edit = async (change: object, { id } = fullTeeTime) =>
  app.phone(group.owner.session).put(`/api/tee-times/${id}`, {
    ...change,
    version: (await getCard({ ...fullTeeTime, id })).version,
  })

describe('an offer', () => {
  test('is withdrawn while the group is paused, and then made to the same golfer again', async () => {
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    await freeSpot()
    await query(`update groups set expiry_date = $2 where id = $1`, [
      group.id,
      '2026-06-01T17:00:00Z',
    ])
    app.clock.moveTo('2026-06-01T18:00:00Z')
    await settle()
    expect(await readWaiting()).toEqual([
      [ann.id, null],
      [bob.id, null],
    ])
    const isListed = async () =>
      (await listUnsettled(app.ctx.db, app.clock.now())).includes(fullTeeTime.id)
    expect(await isListed()).toBe(false)
    // A group that renews becomes unpaid only after the grace period.
    const renewalUpdate = 'update groups set renews = true, expiry_date = $2 where id = $1'
    await query(renewalUpdate, [group.id, '2026-05-25T17:00:00Z'])
    expect(await isListed()).toBe(false)
    await query(renewalUpdate, [group.id, '2026-05-25T19:00:00Z'])
    expect(await isListed()).toBe(true)
    await query('update groups set expiry_date = null where id = $1', [group.id])
    app.clock.moveTo('2026-06-01T19:00:00Z')
    await settle()
    expect(await readWaiting()).toEqual([
      [ann.id, '2026-06-01T21:00:00.000Z'],
      [bob.id, null],
    ])
    expect(await listEventsSentTo(ann)).toEqual(['offer', 'offer'])
    expect(await readWaitingEvents()).toEqual([
      [ann.id, 'waited'],
      [bob.id, 'waited'],
      [ann.id, 'offered'],
      [ann.id, 'withdrawn'],
      [ann.id, 'offered'],
    ])
  })

  test('appears on the card and expires even if its golfer gets no message', async () => {
    await query(`insert into preferences (golfer_id, channels) values ($1, '{"waiting":"off"}')`, [
      ann.id,
    ])
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    await freeSpot()
    expect(await listEventsSentTo(ann)).toEqual([])
    expect(await readWaiting()).toEqual([
      [ann.id, '2026-06-01T18:00:00.000Z'],
      [bob.id, null],
    ])
    app.clock.moveTo('2026-06-01T18:00:00Z')
    await settle()
    expect(await readWaiting()).toEqual([[bob.id, '2026-06-01T20:00:00.000Z']])
  })

  test('is sent even in a muted group, because the golfer joined the waiting list', async () => {
    await query('update group_members set muted = true where golfer_id = $1', [ann.id])
    await tap(ann, 'wait')
    await freeSpot()
    expect(await listEventsSentTo(ann)).toEqual(['offer'])
  })

  test('follows the quiet hours and the time zone of its golfer', async () => {
    await query(
      `insert into preferences (golfer_id, channels, quiet_from, quiet_to, time_zone)
        values ($1, '{}', '19:00', '07:00', 'Europe/London')`,
      [ann.id],
    )
    await tap(ann, 'wait')
    // It is 18:00 in London. The offer lasts an hour until quiet hours begin, and another hour after they
    // end.
    app.clock.moveTo('2026-06-01T17:00:00Z')
    await freeSpot()
    expect(await readWaiting()).toEqual([[ann.id, '2026-06-02T07:00:00.000Z']])
  })

  test("is claimed for a golfer who then chooses 'Claim a spot for me'", async () => {
    await tap(ann, 'wait')
    await freeSpot()
    expect(await tap(ann, 'wait', { autoAccept: true })).toMatchObject({
      status: 200,
      body: { participants: [{ id: ann.id }], waiting: [] },
    })
    await settle()
    expect((await getCard()).participants).toHaveLength(1)
  })
})

describe('moving a tee time', () => {
  test('to a time soon after now shortens offers, and notifies their golfers', async () => {
    await tap(ann, 'wait')
    await freeSpot()
    expect((await edit({ date: '2026-06-01', time: '12:00' })).status).toBe(200)
    await app.runJobs()
    // Tee-off is in two hours, so an offer lasts ten minutes.
    expect(await readWaiting()).toEqual([[ann.id, '2026-06-01T16:10:00.000Z']])
    expect(await listEventsSentTo(ann)).toEqual(['offer', 'offer'])
  })

  test('to a later date neither shortens nor lengthens offers', async () => {
    app.clock.moveTo('2026-06-04T12:00:00Z')
    await tap(ann, 'wait')
    await freeSpot()
    expect(await readWaiting()).toEqual([[ann.id, '2026-06-04T12:10:00.000Z']])
    await edit({ date: '2026-06-20' })
    await app.runJobs()
    expect(await readWaiting()).toEqual([[ann.id, '2026-06-04T12:10:00.000Z']])
    expect(await listEventsSentTo(ann)).toEqual(['offer'])
  })

  test('to a time before the end of a reservation ends the reservation at tee-off', async () => {
    const open = await make.teeTime(group, { maxPlayers: 2 })
    const until = { date: '2026-06-03', time: '18:00' }
    await tap(group.owner, 'holds', { forGolferId: ann.id, ...until }, open)
    await tap(group.owner, 'holds', { name: 'Dave', ...until }, open)
    expect((await edit({ date: '2026-06-03', time: '10:00' }, open)).status).toBe(200)
    await app.runJobs()
    const expiries = (await getCard(open)).reservations.map(({ until: expiry }) => expiry)
    expect(expiries).toEqual(['2026-06-03T16:00:00.000Z', '2026-06-03T16:00:00.000Z'])
    expect(await listEventsSentTo(ann, open)).toEqual(['reserved', 'reserved'])
  })

  test('in quiet hours sends one message about a reservation in the morning', async () => {
    app.clock.moveTo('2026-06-02T04:00:00Z')
    await query(
      `update golfers set phone_number = '+15872000001', text_consent_at = $2 where id = $1`,
      [ann.id, MONDAY],
    )
    const open = await make.teeTime(group)
    const until = { date: '2026-06-04', time: '08:12' }
    await tap(group.owner, 'holds', { forGolferId: ann.id, ...until }, open)
    await app.runJobs()
    await edit({ time: '07:30' }, open)
    await app.runJobs()
    const messages = await query(
      `select data ->> 'until' as until from deliveries
       where golfer_id = $1 and event = 'reserved' and status = 'deferred'`,
      [ann.id],
    )
    expect(messages).toEqual([{ until: '2026-06-04T13:30:00.000Z' }])
  })
})

describe('a golfer on the waiting list', () => {
  test('who leaves it before the offer opens the spot, and the members are notified', async () => {
    app.clock.moveTo('2026-06-03T16:00:00Z')
    await tap(ann, 'wait')
    await tap(group.owner, 'unclaim')
    await tap(ann, 'unwait')
    await app.runJobs()
    expect((await getCard()).availableSpots).toBe(1)
    expect(await listEventsSentTo(cleo)).toEqual(['opened'])
  })

  test('cannot get a reservation, and a golfer with one cannot wait', async () => {
    await tap(ann, 'wait')
    const until = { date: '2026-06-03', time: '18:00' }
    await edit({ maxPlayers: 3 })
    await app.runJobs()
    expect(await tap(group.owner, 'holds', { forGolferId: ann.id, ...until })).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_IN',
        message: 'This golfer is already on the waiting list. Pick another golfer.',
      },
    })
    expect((await tap(group.owner, 'holds', { forGolferId: bob.id, ...until })).status).toBe(201)
    expect(await tap(bob, 'wait')).toMatchObject({ status: 409, body: { code: 'NOT_FULL' } })
    expect((await tap(bob, 'claim')).status).toBe(200)
  })

  test('who deletes the account does not affect the rest of the list', async () => {
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    await freeSpot()
    await deleteAccount(app.ctx, ann.id)
    await app.runJobs()
    expect(await readWaiting()).toEqual([[bob.id, '2026-06-01T18:00:00.000Z']])
  })
})

describe('a spot that opens next to other open spots', () => {
  test('notifies nobody', async () => {
    app.clock.moveTo('2026-06-03T16:00:00Z')
    const open = await make.teeTime(group, { maxPlayers: 4 })
    const until = { date: '2026-06-03', time: '12:00' }
    const held = await tap(group.owner, 'holds', { name: 'Dave', ...until }, open)
    await tap(group.owner, 'holds', { name: 'Ed', ...until }, open)
    const { reservations } = held.body as TeeTime
    await app
      .phone(group.owner.session)
      .delete(`/api/tee-times/${open.id}/holds/${reservations[0]?.id}`)
    app.clock.moveTo('2026-06-03T18:00:00Z')
    await settle()
    expect((await getCard(open)).availableSpots).toBe(4)
    expect(await listEventsSentTo(cleo, open)).toEqual([])
  })
})

describe('a member who leaves the group', () => {
  test("frees their spot, their guests' spots and a spot reserved for them", async () => {
    const round = await make.teeTime(group, { maxPlayers: 3, players: [ann] })
    await tap(ann, 'guests', { name: 'Gus Lee' }, round)
    const until = { date: '2026-06-03', time: '18:00' }
    await tap(group.owner, 'holds', { forGolferId: bob.id, ...until }, round)
    await tap(cleo, 'wait', {}, round)
    await tap(group.owner, 'wait', {}, round)
    for (const golfer of [ann, bob]) {
      await app.phone(golfer.session).post(`/api/groups/${group.id}/leave`)
    }
    await app.runJobs()
    expect(await getCard(round)).toMatchObject({
      participants: [],
      guests: [],
      reservations: [],
      availableSpots: 1,
      waiting: [
        { id: cleo.id, offeredUntil: expect.any(String) },
        { id: group.owner.id, offeredUntil: expect.any(String) },
      ],
    })
  })
})

test('settles other waiting lists when one fails', async () => {
  await tap(ann, 'wait')
  const second = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
  await tap(bob, 'wait', {}, second)
  await query(
    `insert into spots (tee_time_id, group_id, position, status, name, until, claim_id, claimed_at)
     select id, group_id, 2, 'reservation', 'Dave', $2, nextval('spot_claims'), $2
     from tee_times where id = any($1)`,
    [[fullTeeTime.id, second.id], MONDAY],
  )
  // An unknown time zone makes the first waiting list fail.
  await query(
    `insert into preferences (golfer_id, channels, time_zone) values ($1, '{}', 'Nowhere/At_All')`,
    [ann.id],
  )
  await expect(settleWaitingLists(app.ctx)).rejects.toThrow('Could not process')
  expect((await getCard(second)).waiting).toMatchObject([{ offeredUntil: expect.any(String) }])
})
