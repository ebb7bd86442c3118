import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

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
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  cleo = await make.member(group, { name: 'Cleo Fox' })
  fullTeeTime = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
})

const tap = (golfer: TestGolfer, verb: string, body: unknown = {}) =>
  app.phone(golfer.session).post(`/api/tee-times/${fullTeeTime.id}/${verb}`, body)
const getCard = async (golfer = ann): Promise<TeeTime> => {
  const { body } = await app.phone(golfer.session).get(`/api/groups/slug/${group.slug}/tee-times`)
  const [first] = body as TeeTime[]
  if (first === undefined) throw new Error('There is no card')
  return first
}
const readWaiting = async () =>
  (await getCard()).waiting.map(({ id, offeredUntil }) => [id, offeredUntil !== null])
const listEventsSentTo = async (golfer: TestGolfer) => {
  const { rows } = await app.ctx.db.execute<{ event: string }>(
    `select event from deliveries where golfer_id = ${golfer.id} and tee_time_ids = array[${fullTeeTime.id}]
      and event in ('offer', 'joined', 'offer-expired', 'opened') order by id`,
  )
  return rows.map(({ event }) => event)
}
const settleAfter = async (minutes: number) => {
  app.clock.moveBy(minutes * 60_000)
  await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
  await app.runJobs()
}

describe('a waiting list', () => {
  test('keeps golfers in the order in which they joined, even if they join again', async () => {
    const answer = await tap(ann, 'wait')
    expect(answer).toMatchObject({
      status: 200,
      body: { waiting: [{ id: ann.id, name: 'Ann Lee', offeredUntil: null }], availableSpots: 0 },
    })
    await tap(bob, 'wait')
    expect((await tap(ann, 'wait', { autoAccept: true })).status).toBe(200)
    expect(await readWaiting()).toEqual([
      [ann.id, false],
      [bob.id, false],
    ])
  })

  test('shows each golfer only their own latest choice of automatic claiming', async () => {
    const listMyWaitingLists = async (golfer: TestGolfer) =>
      (await app.phone(golfer.session).get('/api/my-lines')).body
    await tap(ann, 'wait')
    await tap(bob, 'wait', { autoAccept: true })
    expect(await listMyWaitingLists(ann)).toEqual([
      { teeTimeId: fullTeeTime.id, autoAccept: false },
    ])
    expect(await listMyWaitingLists(bob)).toEqual([{ teeTimeId: fullTeeTime.id, autoAccept: true }])
    // Without `autoAccept`, as when joining by text, the earlier choice stays.
    await tap(bob, 'wait')
    expect(await listMyWaitingLists(bob)).toEqual([{ teeTimeId: fullTeeTime.id, autoAccept: true }])
    const { version } = await getCard()
    await tap(bob, 'wait', { autoAccept: false })
    expect(await listMyWaitingLists(bob)).toEqual([
      { teeTimeId: fullTeeTime.id, autoAccept: false },
    ])
    // The higher version makes Bob's other phones refetch.
    expect((await getCard()).version).toBe(version + 1)
    await tap(ann, 'unwait')
    expect(await listMyWaitingLists(ann)).toEqual([])
  })

  test('stays as it is when a golfer who has left it changes their choice', async () => {
    await tap(ann, 'wait')
    await tap(ann, 'unwait')
    const change = { autoAccept: true, onlyIfWaiting: true }
    expect(await tap(ann, 'wait', change)).toMatchObject({ status: 200, body: { waiting: [] } })
    expect(await readWaiting()).toEqual([])
    expect(await tap(group.owner, 'wait', change)).toMatchObject({ body: { code: 'ALREADY_IN' } })
  })

  test.each([
    ['who already play', () => group.owner, {}, 'ALREADY_IN'],
    ['after tee-off', () => ann, { at: '2026-06-04T14:12:00Z' }, 'TEE_TIME_PAST'],
  ])('refuses golfers %s', async (_whom, who, { at }: { at?: string }, code) => {
    if (at !== undefined) app.clock.moveTo(at)
    expect(await tap(who(), 'wait')).toMatchObject({
      status: 409,
      body: { code, teeTime: { id: fullTeeTime.id } },
    })
  })

  test('accepts golfers only for full tee times', async () => {
    const open = await make.teeTime(group, { maxPlayers: 2 })
    const answer = await app.phone(ann.session).post(`/api/tee-times/${open.id}/wait`, {})
    expect(answer).toMatchObject({ status: 409, body: { code: 'NOT_FULL' } })
  })

  test('has a maximum length', async () => {
    await app.ctx.db.execute(`
      with more as (
        insert into golfers (name, email) select 'Golfer', 'line-${fullTeeTime.id}-' || n || '@club.example'
        from generate_series(1, 50) n returning id
      )
      insert into waiting_list (tee_time_id, group_id, golfer_id, joined_at)
      select ${fullTeeTime.id}, ${fullTeeTime.groupId}, id, now() from more`)
    expect(await tap(ann, 'wait')).toMatchObject({ status: 409, body: { code: 'LINE_FULL' } })
  })
})

describe('a freed spot', () => {
  beforeEach(async () => {
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    await tap(group.owner, 'unclaim')
  })

  test('cannot be claimed by anyone else from that moment on', async () => {
    expect((await getCard()).availableSpots).toBe(0)
    for (const golfer of [cleo, bob, group.owner]) {
      expect(await tap(golfer, 'claim')).toMatchObject({ status: 409, body: { code: 'FULL' } })
    }
    expect(await tap(cleo, 'wait')).toMatchObject({ status: 200 })
  })

  test('is reserved for the first golfer on the list, who is notified', async () => {
    await app.runJobs()
    expect((await getCard()).waiting).toMatchObject([
      { id: ann.id, offeredUntil: '2026-06-01T18:00:00.000Z' },
      { id: bob.id, offeredUntil: null },
    ])
    expect(await listEventsSentTo(ann)).toEqual(['offer'])
    expect(await listEventsSentTo(bob)).toEqual([])
    expect(await listEventsSentTo(cleo)).toEqual([])
  })

  test('is claimed by the first golfer with one tap', async () => {
    await app.runJobs()
    expect(await tap(ann, 'claim')).toMatchObject({
      status: 200,
      body: { participants: [{ id: ann.id }], waiting: [{ id: bob.id }] },
    })
    await app.runJobs()
    expect(await readWaiting()).toEqual([[bob.id, false]])
  })

  test('goes to the next golfer when it is declined', async () => {
    await app.runJobs()
    await tap(ann, 'unwait')
    await app.runJobs()
    expect(await readWaiting()).toEqual([[bob.id, true]])
    expect(await listEventsSentTo(bob)).toEqual(['offer'])
  })

  test('goes to the next golfer when the offer expires', async () => {
    await app.runJobs()
    await settleAfter(119)
    expect(await readWaiting()).toEqual([
      [ann.id, true],
      [bob.id, false],
    ])
    await settleAfter(1)
    expect(await readWaiting()).toEqual([[bob.id, true]])
    expect(await listEventsSentTo(ann)).toEqual(['offer', 'offer-expired'])
  })

  test('cannot be claimed with an expired offer, even if the job has not run yet', async () => {
    await app.runJobs()
    app.clock.moveBy(120 * 60_000)
    expect(await tap(ann, 'claim')).toMatchObject({ status: 409, body: { code: 'FULL' } })
    await app.runJobs()
    expect(await readWaiting()).toEqual([[bob.id, true]])
  })

  test('opens for everyone when the waiting list is empty, and the members are notified', async () => {
    app.clock.moveTo('2026-06-03T16:00:00Z')
    await app.runJobs()
    await tap(ann, 'unwait')
    await app.runJobs()
    await tap(bob, 'unwait')
    await app.runJobs()
    expect((await getCard()).availableSpots).toBe(1)
    expect(await listEventsSentTo(cleo)).toEqual(['opened'])
    expect((await tap(cleo, 'claim')).status).toBe(200)
  })

  test('is not offered to the waiting list while the group is inactive', async () => {
    await app.ctx.db.execute(`update groups set is_active = false where id = ${group.id}`)
    // Nobody can accept the offer, so it does not expire.
    app.clock.moveBy(120 * 60_000)
    await settleAfter(0)
    await app.ctx.db.execute(`update groups set is_active = true where id = ${group.id}`)
    expect(await readWaiting()).toEqual([
      [ann.id, false],
      [bob.id, false],
    ])
    await settleAfter(0)
    expect(await readWaiting()).toEqual([
      [ann.id, true],
      [bob.id, false],
    ])
  })
})

describe('automatic claiming', () => {
  test('gives the spot to the first golfer who chose it, and to nobody further down the list', async () => {
    await tap(ann, 'wait', { autoAccept: true })
    await tap(bob, 'wait', { autoAccept: true })
    await tap(group.owner, 'unclaim')
    await app.runJobs()
    expect(await getCard()).toMatchObject({
      participants: [{ id: ann.id }],
      waiting: [{ id: bob.id, offeredUntil: null }],
    })
    expect(await listEventsSentTo(ann)).toEqual(['joined'])
  })
})

describe('a golfer who leaves the group', () => {
  test('leaves its waiting lists, and their offer goes to the next golfer', async () => {
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    await tap(group.owner, 'unclaim')
    await app.runJobs()
    await app.phone(group.owner.session).delete(`/api/groups/${group.id}/members/${ann.id}`)
    await app.runJobs()
    expect((await getCard(bob)).waiting).toMatchObject([{ id: bob.id }])
    expect(await listEventsSentTo(bob)).toEqual(['offer'])
  })
})

describe('a creator who changes the number of spots', () => {
  const edit = async (maxPlayers: number) =>
    app
      .phone(group.owner.session)
      .put(`/api/tee-times/${fullTeeTime.id}`, { maxPlayers, version: (await getCard()).version })

  test('makes the app offer each new spot to the waiting list', async () => {
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    await tap(cleo, 'wait')
    await edit(3)
    await app.runJobs()
    expect(await readWaiting()).toEqual([
      [ann.id, true],
      [bob.id, true],
      [cleo.id, false],
    ])
  })

  test('cannot remove a spot that is offered', async () => {
    await tap(ann, 'wait')
    await edit(2)
    await app.runJobs()
    expect(await edit(1)).toMatchObject({
      status: 409,
      body: { code: 'SPOTS_TAKEN', message: expect.stringContaining('taken or reserved') },
    })
  })
})
