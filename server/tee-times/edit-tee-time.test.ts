import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LiveEvent } from '../../contract/live.ts'
import { type TeeTime, teeTime as teeTimeSchema } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let creator: TestGolfer
let card: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  creator = await make.member(group)
  card = await make.teeTime(group, { creator, date: '2026-06-06', notes: 'Two carts' })
  await app.ctx.db.execute('delete from graphile_worker._private_jobs')
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const edit = (change: object, golfer = creator) =>
  as(golfer).put(`/api/tee-times/${card.id}`, { version: card.version, ...change })

async function readCard(): Promise<TeeTime> {
  const list = await as(group.owner).get(`/api/groups/slug/${group.slug}/tee-times`)
  const [found] = list.body as TeeTime[]
  return teeTimeSchema.parse(found)
}

async function listJobs(): Promise<{ task: string; payload: object }[]> {
  const { rows } = await app.ctx.db.$client.query<{ task: string; payload: object }>(
    `select task.identifier as task, payload from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`,
  )
  return rows
}

describe('editing a tee time', () => {
  test('returns the updated card, keeps players and number, and queues a message with the old values', async () => {
    const player = await make.member(group)
    await as(player).post(`/api/tee-times/${card.id}/claim`, {})
    await app.ctx.db.execute('delete from graphile_worker._private_jobs')
    const answer = await edit({
      course: 'Lakeview',
      date: '2026-06-07',
      time: '09:40',
      notes: 'Walk',
      maxPlayers: 3,
      requesterId: creator.id,
    })
    expect(answer.status).toBe(200)
    expect(teeTimeSchema.parse(answer.body)).toEqual({
      ...card,
      course: 'Lakeview',
      date: '2026-06-07',
      time: '09:40',
      startsAt: '2026-06-07T15:40:00Z',
      notes: 'Walk',
      maxPlayers: 3,
      participants: [{ id: player.id, name: player.name }],
      availableSpots: 2,
      version: 3,
    })
    expect(await readCard()).toEqual(answer.body)
    expect(await listJobs()).toEqual([
      {
        task: 'notify_changed',
        payload: {
          teeTimeId: card.id,
          version: 3,
          by: creator.id,
          requestId: expect.any(String),
          was: {
            course: 'Shaganappi Point',
            date: '2026-06-06',
            time: '08:12',
            notes: 'Two carts',
            maxPlayers: 4,
            cancelHours: null,
          },
        },
      },
    ])
  })

  test.each([
    ['the course', { course: 'Lakeview' }],
    ['the day', { date: '2026-06-07' }],
    ['the time', { time: '08:20' }],
    ['the notes', { notes: 'Walk' }],
    ['the spots', { maxPlayers: 8 }],
  ])('changes nothing but %s', async (_what, change) => {
    expect((await edit(change)).body).toMatchObject({
      course: card.course,
      date: card.date,
      time: card.time,
      notes: card.notes,
      maxPlayers: card.maxPlayers,
      ...change,
    })
  })

  test.each([null, '', '   '])('clears the notes (%j)', async (notes) => {
    expect((await edit({ notes })).body).toMatchObject({ notes: null, version: 2 })
  })

  test('keeps the version and notifies nobody when nothing changes, even with an outdated version', async () => {
    const { course, date, time, notes, maxPlayers } = card
    for (const version of [card.version, 0, 99]) {
      const answer = await edit({ course, date, time, notes, maxPlayers, version })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(card)
    }
    expect(await listJobs()).toEqual([])
  })

  test('ignores fields that cannot be edited', async () => {
    const answer = await edit({ notes: 'Walk', groupId: 1, number: 99, cost: 5, participants: [] })
    expect(answer.body).toEqual({ ...card, notes: 'Walk', version: 2 })
  })

  test("notifies the group's phones", async () => {
    const live = await as(group.owner).live()
    await edit({ time: '08:20' })
    // The event for the post may arrive late, so skip it.
    const isEdit = (event: LiveEvent) =>
      event.type === 'tee-time' && event.teeTime.version > card.version
    expect(await live.next(isEdit)).toMatchObject({ teeTime: { id: card.id, time: '08:20' } })
    live.close()
  })

  test('works in an unpaid group', async () => {
    await app.ctx.db.execute(`update groups set expiry_date = '2026-06-01' where id = ${group.id}`)
    expect((await edit({ time: '08:20' })).status).toBe(200)
  })
})

test('notifies only the other players, each with a separate message', async () => {
  const players = [creator, await make.member(group), await make.member(group)]
  for (const one of players) await as(one).post(`/api/tee-times/${card.id}/claim`, {})
  await app.ctx.db.execute('delete from graphile_worker._private_jobs')
  await edit({ time: '08:20' })
  await app.runJobs()
  const { rows } = await app.ctx.db.$client.query(
    `select golfer_id, data ->> 'time' as was from deliveries
     where event = 'changed' and $1 = any(tee_time_ids) order by golfer_id`,
    [card.id],
  )
  expect(rows).toEqual(players.slice(1).map(({ id }) => ({ golfer_id: id, was: '08:12' })))
})

describe('golfers who are not allowed to edit', () => {
  test.each(['owner', 'admin', 'player'] as const)('refuses the %s', async (who) => {
    const golfer =
      who === 'owner' ? group.owner : await make.member(group, { isAdmin: who === 'admin' })
    if (who === 'player') await as(golfer).post(`/api/tee-times/${card.id}/claim`, {})
    expect(await edit({ notes: 'Mine' }, golfer)).toMatchObject({
      status: 403,
      body: { message: 'Only the golfer who posted this tee time can change it.' },
    })
  })

  test('returns 404 to outsiders, including the creator after leaving the group', async () => {
    expect((await edit({ notes: 'Mine' }, await make.golfer())).status).toBe(404)
    await as(creator).post(`/api/groups/${group.id}/leave`)
    expect((await edit({ notes: 'Mine' })).status).toBe(404)
    expect((await edit({ notes: 'Mine' }, group.owner)).status).toBe(403)
  })

  test("refuses a call in someone else's name", async () => {
    expect(await edit({ notes: 'Mine', requesterId: group.owner.id })).toMatchObject({
      status: 403,
      body: { code: 'IDENTITY_MISMATCH' },
    })
  })

  test('refuses everyone after the tee time was canceled', async () => {
    await as(creator).delete(`/api/tee-times/${card.id}`)
    expect((await edit({ notes: 'Mine' })).status).toBe(404)
  })
})

describe('invalid edits', () => {
  test.each([
    ['course', { course: '' }],
    ['course', { course: '   ' }],
    ['course', { course: 'x'.repeat(101) }],
    ['course', { course: 'a\u0000b' }],
    ['course', { course: null }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: '2026-05-31' }],
    ['date', { date: '2028-06-02' }],
    ['date', { date: ['2026-06-07'] }],
    ['time', { time: '24:00' }],
    ['time', { time: '8:12' }],
    ['time', { date: '2026-06-01', time: '10:00' }],
    ['notes', { notes: 'x'.repeat(501) }],
    ['maxPlayers', { maxPlayers: 0 }],
    ['maxPlayers', { maxPlayers: 9 }],
    ['maxPlayers', { maxPlayers: 2.5 }],
    ['maxPlayers', { maxPlayers: '4' }],
    ['version', { version: 'new' }],
    ['version', { version: undefined }],
  ])('refuses an invalid %s (%j) by field and stores nothing', async (field, wrong) => {
    const answer = await edit({ notes: 'Walk', ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(answer.body).toHaveProperty(['fields', field])
    expect(await readCard()).toEqual(card)
    expect(await listJobs()).toEqual([])
  })

  test('refuses a time that the clocks skip and uses the first of a repeated one', async () => {
    group = await make.group({ timeZone: 'Europe/London' })
    creator = group.owner
    card = await make.teeTime(group)
    expect(await edit({ date: '2027-03-28', time: '01:30' })).toMatchObject({
      status: 400,
      body: { fields: { time: expect.any(String) } },
    })
    const twice = await edit({ date: '2026-10-25', time: '01:30' })
    expect(twice.body).toMatchObject({ startsAt: '2026-10-25T00:30:00Z' })
  })

  test('refuses any edit from the moment of tee-off', async () => {
    app.clock.moveTo('2026-06-06T14:11:59.999Z')
    const last = await edit({ notes: 'Running late' })
    expect(last.status).toBe(200)
    app.clock.moveTo(card.startsAt)
    for (const change of [{ notes: 'Later' }, { date: '2026-06-08' }]) {
      expect(await edit({ ...change, version: 2 })).toMatchObject({
        status: 409,
        body: { code: 'TEE_TIME_PAST', teeTime: last.body },
      })
    }
  })

  test('refuses fewer spots than players', async () => {
    const [one, two] = [await make.member(group), await make.member(group)]
    for (const golfer of [one, two]) await as(golfer).post(`/api/tee-times/${card.id}/claim`, {})
    expect(await edit({ maxPlayers: 1, course: 'Lakeview' })).toMatchObject({
      status: 409,
      body: {
        code: 'SPOTS_TAKEN',
        message: '2 players are in. Keep at least 2 spots, or ask someone to leave first.',
        teeTime: { course: card.course, maxPlayers: 4, availableSpots: 2 },
      },
    })
    expect((await edit({ maxPlayers: 2 })).body).toMatchObject({ availableSpots: 0 })
  })
})

describe('two conflicting edits', () => {
  test('returns the current card to the second editor, who can then save again', async () => {
    const first = await edit({ time: '08:20' })
    const late = await edit({ course: 'Lakeview' })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'OUT_OF_DATE',
        message: 'This tee time has changed. Check it, then save again.',
        teeTime: first.body,
      },
    })
    expect(await edit({ course: 'Lakeview', version: 2 })).toMatchObject({
      status: 200,
      body: { course: 'Lakeview', time: '08:20', version: 3 },
    })
  })

  test('refuses a version that never existed in the same way as an outdated one', async () => {
    for (const version of [0, -1, 2, 2_147_483_647, 9_007_199_254_740_991]) {
      expect(await edit({ notes: 'Walk', version })).toMatchObject({
        status: 409,
        body: { code: 'OUT_OF_DATE' },
      })
    }
  })

  test('does not refuse an edit because of spots claimed and left in the meantime', async () => {
    const buddy = await make.member(group)
    await as(buddy).post(`/api/tee-times/${card.id}/claim`, {})
    await as(buddy).post(`/api/tee-times/${card.id}/unclaim`, {})
    expect(await edit({ notes: 'Walk' })).toMatchObject({ status: 200, body: { version: 4 } })
    expect(await edit({ notes: 'Ride' })).toMatchObject({ status: 409 })
  })

  test('saves only one of many simultaneous edits, and applies a repeated edit only once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => edit({ notes: `Note ${index}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const [one, two] = await Promise.all([1, 2].map(() => edit({ time: '08:20', version: 2 })))
    expect([one?.status, two?.status]).toEqual([200, 200])
    expect(await readCard()).toMatchObject({ time: '08:20', version: 3 })
    expect(await listJobs()).toHaveLength(2)
  })
})

describe('adding spots to a full tee time', () => {
  const listOpenedJobs = async () =>
    (await listJobs()).filter(({ task }) => task === 'notify_opened')

  test.each([
    ['tomorrow', '2026-06-02', 1],
    ['in 48 hours to the minute', '2026-06-03', 1],
    ['later', '2026-06-06', 0],
  ])('notifies members only when tee-off is near: %s', async (_when, date, notified) => {
    card = await make.teeTime(group, {
      creator,
      date,
      time: '10:00',
      maxPlayers: 1,
      players: [creator],
    })
    expect((await edit({ maxPlayers: 2 })).status).toBe(200)
    expect(await listOpenedJobs()).toEqual(
      Array(notified).fill({
        task: 'notify_opened',
        payload: { teeTimeId: card.id, leftBy: creator.id, requestId: expect.any(String) },
      }),
    )
  })

  test('notifies nobody when the tee time was not full before', async () => {
    card = await make.teeTime(group, { creator, date: '2026-06-02' })
    await edit({ maxPlayers: 5 })
    expect(await listOpenedJobs()).toEqual([])
  })
})
