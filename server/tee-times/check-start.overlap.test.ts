import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const DATE = '2026-06-06'
const WARN = { warnOfOverlap: true }

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let otherGroup: TestGroup
let ann: TestGolfer
let roundOfAnn: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group({ name: 'Saturdays' })
  otherGroup = await make.group({ name: 'Sunday Swingers' })
  ann = await make.member(group)
  await make.member(otherGroup, { golfer: ann })
  roundOfAnn = await make.teeTime(otherGroup, {
    date: DATE,
    time: '09:00',
    course: 'Priddis',
    players: [ann],
  })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const claim = ({ id }: TeeTime, body: object = {}) =>
  as(ann).post(`/api/tee-times/${id}/claim`, { golferId: ann.id, ...body })
const postAt = (time: string) => make.teeTime(group, { date: DATE, time })
const expectedWarning = () => ({
  status: 409,
  body: {
    code: 'OVERLAPS',
    overlap: {
      teeTimeId: roundOfAnn.id,
      groupId: otherGroup.id,
      groupName: 'Sunday Swingers',
      course: 'Priddis',
      date: DATE,
      time: '09:00',
    },
  },
})

describe('claiming an overlapping round', () => {
  test('warns about a round in any group, changes nothing, and succeeds without the option', async () => {
    const card = await postAt('11:00')
    const warned = await claim(card, WARN)
    expect(warned).toMatchObject(expectedWarning())
    expect(warned.body).toMatchObject({ teeTime: { id: card.id, version: card.version } })
    const claimed = await claim(card)
    expect(claimed).toMatchObject({ status: 200, body: { participants: [{ id: ann.id }] } })
    // Ann is in this tee time now, so claiming again succeeds even with `warnOfOverlap`.
    expect((await claim(card, WARN)).status).toBe(200)
  })

  test('succeeds without a warning for older clients, which do not send the option', async () => {
    expect((await claim(await postAt('09:00'))).status).toBe(200)
  })

  test.each([
    ['04:30', 200],
    ['04:31', 409],
    ['13:29', 409],
    ['13:30', 200],
  ])(
    'at %s, with a round at 9:00, returns %i, because a round takes four and a half hours',
    async (time, status) => {
      expect((await claim(await postAt(time), WARN)).status).toBe(status)
    },
  )

  test('does not warn about rounds that are canceled, left or played by others', async () => {
    const card = await postAt('09:30')
    await make.teeTime(group, { date: DATE, time: '09:10', players: [group.owner] })
    await as(ann).post(`/api/tee-times/${roundOfAnn.id}/unclaim`, {})
    const cancelled = await make.teeTime(otherGroup, { date: DATE, time: '09:20', players: [ann] })
    await as(otherGroup.owner).delete(`/api/tee-times/${cancelled.id}`)
    expect((await claim(card, WARN)).status).toBe(200)
  })

  test('reports the nearest of several rounds', async () => {
    await make.teeTime(group, { date: DATE, time: '11:30', course: 'Bow', players: [ann] })
    expect(await claim(await postAt('11:00'), WARN)).toMatchObject({
      body: { overlap: { course: 'Bow', groupName: 'Saturdays' } },
    })
  })

  test('reports a full tee time as full instead of warning', async () => {
    const full = await make.teeTime(group, {
      date: DATE,
      maxPlayers: 1,
      players: [group.owner],
      time: '09:00',
    })
    expect(await claim(full, WARN)).toMatchObject({ status: 409, body: { code: 'FULL' } })
  })

  test('also warns before the claim of an offered spot, and keeps the offer', async () => {
    const full = await make.teeTime(group, {
      date: DATE,
      maxPlayers: 1,
      players: [group.owner],
      time: '09:00',
    })
    await as(ann).post(`/api/tee-times/${full.id}/wait`, {})
    await as(group.owner).post(`/api/tee-times/${full.id}/unclaim`, {})
    await app.runJobs()
    expect(await claim(full, WARN)).toMatchObject(expectedWarning())
    expect((await claim(full)).status).toBe(200)
  })

  test('needs no extra round trip for the check', async () => {
    const countStatements = async (body: object) => {
      const card = await postAt('15:00')
      const before = app.statements.length
      expect((await claim(card, body)).status).toBe(200)
      await as(ann).post(`/api/tee-times/${card.id}/unclaim`, {})
      return app.statements.length - before
    }
    expect(await countStatements(WARN)).toBe(await countStatements({}))
  })
})

describe('posting an overlapping round', () => {
  const plan = () => ({
    groupId: group.id,
    course: 'Shaganappi Point',
    date: DATE,
    time: '11:00',
    joinAsPlayer: true,
  })
  const post = (body: object) => as(ann).post('/api/tee-times', body)

  test('warns a poster who plays, without posting the tee time', async () => {
    expect(await post({ ...plan(), ...WARN })).toMatchObject(expectedWarning())
    const { body } = await as(ann).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(body).toEqual([])
    expect((await post(plan())).status).toBe(201)
  })

  test('does not warn a poster who does not play', async () => {
    expect((await post({ ...plan(), ...WARN, joinAsPlayer: false })).status).toBe(201)
  })

  test('does not warn about the first post when it is repeated after a lost response', async () => {
    const freePlan = { ...plan(), time: '15:00', ...WARN }
    const first = await post(freePlan)
    expect(first.status).toBe(201)
    expect(await post(freePlan)).toMatchObject({
      status: 201,
      body: { id: (first.body as TeeTime).id },
    })
  })

  test('warns about the first date of a recurring tee time', async () => {
    const path = `/api/groups/${group.id}/standing-times`
    const recurringPlan = { ...plan(), everyWeeks: 1, daysAhead: 7 }
    expect(await as(ann).post(path, { ...recurringPlan, ...WARN })).toMatchObject(expectedWarning())
    expect((await as(ann).post(path, recurringPlan)).status).toBe(201)
  })
})
