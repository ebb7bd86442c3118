import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { teeTime as teeTimeSchema } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let member: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  member = await make.member(group)
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const plan = () => ({
  course: 'Shaganappi Point',
  date: '2026-06-06',
  time: '08:12',
  notes: '',
  maxPlayers: 4,
  cost: 0,
  groupId: group.id,
})

describe('posting a tee time', () => {
  test('returns the card and shows it to the group, soonest first', async () => {
    const later = await as(member).post('/api/tee-times', { ...plan(), time: '09:00' })
    const sooner = await as(group.owner).post('/api/tee-times', plan())
    expect(sooner.status).toBe(201)
    const card = teeTimeSchema.parse(sooner.body)
    expect(card).toMatchObject({
      course: 'Shaganappi Point',
      startsAt: '2026-06-06T14:12:00Z',
      participants: [],
      availableSpots: 4,
      notes: null,
      creator: { id: group.owner.id, name: group.owner.name },
    })
    const list = await as(member).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(list.body).toEqual([sooner.body, later.body])
  })

  test("gives the poster a spot with 'I'm playing'", async () => {
    const answer = await as(member).post('/api/tee-times', { ...plan(), joinAsPlayer: true })
    expect(answer.body).toMatchObject({
      participants: [{ id: member.id, name: member.name }],
      availableSpots: 3,
    })
  })

  test('ignores unknown fields', async () => {
    const answer = await as(member).post('/api/tee-times', {
      ...plan(),
      id: 1,
      startsAt: 'x',
      version: 9,
    })
    expect(answer.body).toMatchObject({ version: 1, startsAt: '2026-06-06T14:12:00Z' })
  })

  test.each([
    ['course', { course: '' }],
    ['course', { course: '   ' }],
    ['course', { course: 'x'.repeat(101) }],
    ['course', { course: 'a\u0000b' }],
    ['course', { course: 7 }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: '6 June' }],
    ['date', { date: '2026-05-31' }],
    ['date', { date: '2028-06-02' }],
    ['time', { time: '24:00' }],
    ['time', { time: '8:12' }],
    ['notes', { notes: 'x'.repeat(501) }],
    ['maxPlayers', { maxPlayers: 0 }],
    ['maxPlayers', { maxPlayers: 9 }],
    ['maxPlayers', { maxPlayers: 2.5 }],
    ['cost', { cost: -1 }],
    ['groupId', { groupId: 'one' }],
  ])('refuses an invalid %s (%j) by field and stores nothing', async (field, wrong) => {
    const answer = await as(member).post('/api/tee-times', { ...plan(), ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(answer.body).toHaveProperty(['fields', field])
    const list = await as(member).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(list.body).toEqual([])
  })

  test('accepts every field at its limit', async () => {
    const answer = await as(member).post('/api/tee-times', {
      ...plan(),
      course: 'x'.repeat(100),
      notes: 'y'.repeat(500),
      maxPlayers: 8,
      date: '2028-06-01',
    })
    expect(answer.status).toBe(201)
  })

  test("refuses a time that has passed today in the group's time zone", async () => {
    const passed = await as(member).post('/api/tee-times', {
      ...plan(),
      date: '2026-06-01',
      time: '10:00',
    })
    expect(passed).toMatchObject({ status: 400, body: { fields: { time: expect.any(String) } } })
    const upcoming = await as(member).post('/api/tee-times', {
      ...plan(),
      date: '2026-06-01',
      time: '10:01',
    })
    expect(upcoming.status).toBe(201)
  })

  test('refuses a skipped time and uses the first of a repeated one', async () => {
    const london = await make.group({ timeZone: 'Europe/London' })
    const post = (date: string) =>
      as(london.owner).post('/api/tee-times', {
        ...plan(),
        groupId: london.id,
        date,
        time: '01:30',
      })
    const skipped = await post('2027-03-28')
    expect(skipped).toMatchObject({ status: 400, body: { fields: { time: expect.any(String) } } })
    const twice = await post('2026-10-25')
    expect(twice.body).toMatchObject({ startsAt: '2026-10-25T00:30:00Z' })
  })

  test("uses today's date in the group's own time zone", async () => {
    const far = await make.group({ timeZone: 'Pacific/Auckland' })
    // It is 04:00 on June 2 in Auckland.
    const postOn = (date: string) =>
      as(far.owner).post('/api/tee-times', { ...plan(), groupId: far.id, date, time: '08:00' })
    expect((await postOn('2026-06-01')).status).toBe(400)
    expect((await postOn('2026-06-02')).status).toBe(201)
  })
})

describe('claiming a spot', () => {
  test('fills the spot and returns the updated card', async () => {
    const card = await make.teeTime(group)
    const answer = await as(member).post(`/api/tee-times/${card.id}/claim`, { golferId: member.id })
    expect(answer.status).toBe(200)
    expect(teeTimeSchema.parse(answer.body)).toMatchObject({
      participants: [{ id: member.id, name: member.name }],
      availableSpots: 3,
      version: card.version + 1,
    })
  })

  test('changes nothing the second time', async () => {
    const card = await make.teeTime(group)
    const first = await as(member).post(`/api/tee-times/${card.id}/claim`, {})
    const second = await as(member).post(`/api/tee-times/${card.id}/claim`, {})
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  test('returns 409 FULL with the current card for a full tee time', async () => {
    const card = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
    const answer = await as(member).post(`/api/tee-times/${card.id}/claim`, {})
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'FULL', teeTime: { id: card.id, availableSpots: 0 } },
    })
  })

  test('is possible until tee-off, to the millisecond', async () => {
    const card = await make.teeTime(group)
    const startsAt = Date.parse(card.startsAt)
    app.clock.moveTo(new Date(startsAt - 1).toISOString())
    expect((await as(member).post(`/api/tee-times/${card.id}/claim`, {})).status).toBe(200)
    app.clock.moveTo(card.startsAt)
    const late = await make.member(group)
    expect(await as(late).post(`/api/tee-times/${card.id}/claim`, {})).toMatchObject({
      status: 409,
      body: { code: 'TEE_TIME_PAST', teeTime: { id: card.id } },
    })
  })

  test("refuses a claim in someone else's name", async () => {
    const card = await make.teeTime(group)
    const answer = await as(member).post(`/api/tee-times/${card.id}/claim`, {
      golferId: group.owner.id,
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'IDENTITY_MISMATCH' } })
    const list = await as(member).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(list.body).toEqual([card])
  })

  test('returns 404 for a canceled tee time', async () => {
    const card = await make.teeTime(group)
    await as(group.owner).delete(`/api/tee-times/${card.id}`, { requesterId: group.owner.id })
    expect(await as(member).post(`/api/tee-times/${card.id}/claim`, {})).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
  })
})

describe('leaving a spot', () => {
  test('frees the spot, and leaving without a spot changes nothing', async () => {
    const card = await make.teeTime(group, { players: [member] })
    const left = await as(member).post(`/api/tee-times/${card.id}/unclaim`, { golferId: member.id })
    expect(left).toMatchObject({
      status: 200,
      body: { availableSpots: 4, version: card.version + 1 },
    })
    const again = await as(member).post(`/api/tee-times/${card.id}/unclaim`, {})
    expect(again.status).toBe(200)
    expect(again.body).toEqual(left.body)
  })
})

describe('canceling a tee time', () => {
  test('removes the card for everyone and is allowed only for the creator', async () => {
    const card = await make.teeTime(group, { creator: member })
    expect((await as(group.owner).delete(`/api/tee-times/${card.id}`)).status).toBe(403)
    expect((await as(member).delete(`/api/tee-times/${card.id}`)).status).toBe(200)
    expect((await as(member).delete(`/api/tee-times/${card.id}`)).status).toBe(404)
    const list = await as(group.owner).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(list.body).toEqual([])
  })

  test('is also allowed for the owner after the creator has left the group', async () => {
    const card = await make.teeTime(group, { creator: member })
    await app.ctx.db.execute(
      `delete from group_members where group_id = ${group.id} and golfer_id = ${member.id}`,
    )
    const other = await make.member(group)
    expect((await as(other).delete(`/api/tee-times/${card.id}`)).status).toBe(403)
    expect((await as(member).delete(`/api/tee-times/${card.id}`)).status).toBe(404)
    expect((await as(group.owner).delete(`/api/tee-times/${card.id}`)).status).toBe(200)
    const { rows } = await app.ctx.db.execute(
      `select action, actor_id, golfer_id, detail from audit_entries where group_id = ${group.id}`,
    )
    expect(rows).toEqual([
      {
        action: 'tee-time-cancelled-for-creator',
        actor_id: group.owner.id,
        golfer_id: member.id,
        detail: `${card.course}, ${card.date} ${card.time}`,
      },
    ])
  })
})

describe('canceling a round after tee-off', () => {
  test.each(['its creator', 'the owner after the creator has left'])(
    'is refused for %s',
    async (who) => {
      const card = await make.teeTime(group, { creator: member, players: [member] })
      const isByOwner = who !== 'its creator'
      if (isByOwner) {
        await app.ctx.db.execute(
          `delete from group_members where group_id = ${group.id} and golfer_id = ${member.id}`,
        )
      }
      const cancel = () => as(isByOwner ? group.owner : member).delete(`/api/tee-times/${card.id}`)
      app.clock.moveTo(card.startsAt)
      expect(await cancel()).toMatchObject({
        status: 409,
        body: { code: 'TEE_TIME_PAST', teeTime: { id: card.id } },
      })
      app.clock.moveBy(24 * 3_600_000)
      expect((await cancel()).status).toBe(409)
      const season = await as(group.owner).get(`/api/groups/slug/${group.slug}/season`)
      expect(season).toMatchObject({ body: { rounds: 1 } })
    },
  )
})

describe('cleaning up past tee times', () => {
  test('archives the tee times in my groups four hours after tee-off, and deletes nothing', async () => {
    const card = await make.teeTime(group, { players: [member] })
    const elsewhere = await make.group()
    const theirs = await make.teeTime(elsewhere)
    const cleanUp = () =>
      as(member).send('/api/cleanup/past-tee-times', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
    app.clock.moveTo(card.startsAt)
    app.clock.moveBy(4 * 3_600_000 - 1)
    expect((await cleanUp()).body).toEqual({ archived: 0 })
    app.clock.moveBy(1)
    expect(await cleanUp()).toMatchObject({ status: 200, body: { archived: 1 } })
    expect((await cleanUp()).body).toEqual({ archived: 0 })
    const { rows } = await app.ctx.db.execute(
      `select id, archived_at is null as visible from tee_times where id in (${card.id}, ${theirs.id}) order by id`,
    )
    expect(rows).toEqual([
      { id: card.id, visible: false },
      { id: theirs.id, visible: true },
    ])
    const { rows: kept } = await app.ctx.db.execute(
      `select golfer_id from spots where tee_time_id = ${card.id} and status = 'player'`,
    )
    expect(kept).toEqual([{ golfer_id: member.id }])
  })

  test('removes a card from the list after four hours even without a cleanup', async () => {
    const card = await make.teeTime(group)
    app.clock.moveTo(card.startsAt)
    app.clock.moveBy(4 * 3_600_000)
    expect((await as(member).get(`/api/groups/slug/${group.slug}/tee-times`)).body).toEqual([])
    expect((await as(member).get(`/api/groups/slug/${group.slug}`)).body).toMatchObject({
      activeTimes: 0,
      openSpots: 0,
    })
  })
})

describe('an unpaid group', () => {
  test('allows reading, leaving and canceling, but not posting or claiming', async () => {
    const unpaidGroup = await make.group({ expiryDate: new Date('2026-06-02T00:00:00Z') })
    const one = await make.member(unpaidGroup)
    const card = await make.teeTime(unpaidGroup, { players: [one] })
    const open = await make.teeTime(unpaidGroup)
    app.clock.moveTo('2026-06-02T00:00:00Z')
    expect((await as(one).post(`/api/tee-times/${open.id}/claim`, {})).status).toBe(402)
    expect(
      await as(one).post('/api/tee-times', { ...plan(), groupId: unpaidGroup.id }),
    ).toMatchObject({
      status: 402,
      body: { code: 'SUBSCRIPTION_REQUIRED' },
    })
    expect((await as(one).get(`/api/groups/slug/${unpaidGroup.slug}/tee-times`)).status).toBe(200)
    expect((await as(one).post(`/api/tee-times/${card.id}/unclaim`, {})).status).toBe(200)
    expect((await as(unpaidGroup.owner).delete(`/api/tee-times/${card.id}`)).status).toBe(200)
  })
})

describe('number of statements', () => {
  async function countStatements(work: () => Promise<unknown>): Promise<number> {
    const before = app.statements.length
    await work()
    return app.statements.length - before
  }

  test('is at most 2 for a list of 1 tee time or 100', async () => {
    const list = () => as(member).get(`/api/groups/slug/${group.slug}/tee-times`)
    await make.teeTime(group, { players: [member] })
    const forOne = await countStatements(list)
    for (let n = 1; n < 100; n += 1) await make.teeTime(group, { players: [member, group.owner] })
    const forHundred = await countStatements(list)
    expect((await list()).body).toHaveLength(100)
    expect(forHundred).toBe(forOne)
    expect(forHundred).toBeGreaterThan(0)
    expect(forHundred).toBeLessThanOrEqual(2)
  })
  test('is 2 for a claim, whether or not this node has cached the card', async () => {
    for (const isKnown of [false, true]) {
      const card = await make.teeTime(group, { date: '2026-07-01' })
      if (isKnown) await as(member).get(`/api/groups/slug/${group.slug}/tee-times`)
      const claim = () => as(member).post(`/api/tee-times/${card.id}/claim`, {})
      expect(await countStatements(claim)).toBe(2)
    }
  })
})
