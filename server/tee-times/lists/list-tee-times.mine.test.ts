import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { listMyTeeTimes, teeTime } from '../../../contract/tee-times.ts'
import { allGroups, groupMembers } from '../../groups/schema.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let me: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

// It is 10:00 on Monday, June 1, in Edmonton.
beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  me = await make.member(group)
})

async function readMyTeeTimes(golfer = me): Promise<ResponseOf<typeof listMyTeeTimes>> {
  const answer = await app.phone(golfer.session).get('/api/my-tee-times')
  expect(answer.status).toBe(200)
  return listMyTeeTimes.response.parse(answer.body)
}

async function listCourses(golfer = me) {
  const { rounds, openSpots } = await readMyTeeTimes(golfer)
  const coursesOf = (list: readonly { teeTime: { course: string } }[]) =>
    list.map(({ teeTime }) => teeTime.course)
  return { rounds: coursesOf(rounds), openSpots: coursesOf(openSpots) }
}

const changeGroup = (of: TestGroup, values: Partial<typeof allGroups.$inferInsert>) =>
  app.ctx.db.update(allGroups).set(values).where(eq(allGroups.id, of.id))

test('lists rounds and open spots in all my groups, soonest first, with their group', async () => {
  const second = await make.group({ name: 'Twilight' })
  await make.member(second, { golfer: me })
  await make.teeTime(group, { course: 'Later', date: '2026-06-20', players: [me] })
  await make.teeTime(second, { course: 'Sooner', date: '2026-06-02', players: [me] })
  const card = await make.teeTime(second, { course: 'Open', date: '2026-06-03' })
  await make.teeTime(group, { course: 'Open today', date: '2026-06-01', time: '18:00' })
  expect(await listCourses()).toEqual({
    rounds: ['Sooner', 'Later'],
    openSpots: ['Open today', 'Open'],
  })
  const { openSpots } = await readMyTeeTimes()
  expect(openSpots.map(({ isToday }) => isToday)).toEqual([true, false])
  expect(openSpots[1]).toEqual({
    teeTime: card,
    group: { id: second.id, name: 'Twilight', slug: second.slug },
    isToday: false,
  })
})

test('lists a spot that is reserved for or offered to me until that expires', async () => {
  const plan = { date: '2026-06-03', maxPlayers: 1 }
  const full = await make.teeTime(group, { ...plan, course: 'In line', players: [group.owner] })
  const reserved = await make.teeTime(group, { ...plan, course: 'By name', time: '09:40' })
  const other = await make.member(group)
  const owner = app.phone(group.owner.session)
  for (const golfer of [me, other]) {
    await app.phone(golfer.session).post(`/api/tee-times/${full.id}/wait`)
  }
  expect(await listCourses(other)).toEqual({ rounds: [], openSpots: ['By name'] })
  await owner.post(`/api/tee-times/${full.id}/unclaim`)
  await owner.post(`/api/tee-times/${reserved.id}/holds`, {
    forGolferId: me.id,
    date: '2026-06-01',
    time: '18:00',
  })
  await app.runJobs()
  expect(await listCourses()).toEqual({ rounds: [], openSpots: ['In line', 'By name'] })
  expect(await listCourses(other)).toEqual({ rounds: [], openSpots: [] })
  app.clock.moveTo('2026-06-02T00:00:00Z')
  expect(await listCourses()).toEqual({ rounds: [], openSpots: [] })
})

test('lists a spot that is kept for me first, however far away it is', async () => {
  const far = await make.teeTime(group, { course: 'By name', date: '2026-07-20' })
  const full = await make.teeTime(group, {
    course: 'In line',
    date: '2026-07-21',
    maxPlayers: 1,
    players: [group.owner],
  })
  await make.teeTime(group, { course: 'Open', date: '2026-06-02' })
  const owner = app.phone(group.owner.session)
  await app.phone(me.session).post(`/api/tee-times/${full.id}/wait`)
  await owner.post(`/api/tee-times/${full.id}/unclaim`)
  const reservation = { forGolferId: me.id, date: '2026-06-03', time: '18:00' }
  const { body } = await owner.post(`/api/tee-times/${far.id}/holds`, reservation)
  expect((await listCourses()).openSpots).toEqual(['By name', 'In line', 'Open'])
  const [{ id } = { id: 0 }] = teeTime.parse(body).reservations
  await owner.delete(`/api/tee-times/${far.id}/holds/${id}`)
  expect((await listCourses()).openSpots).toEqual(['In line', 'Open'])
})

test('shows nothing from a group that I am not in, even to a super admin', async () => {
  await make.teeTime(group, { players: [me] })
  const stranger = await make.golfer()
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  for (const golfer of [stranger, superAdmin]) {
    expect(await listCourses(golfer)).toEqual({ rounds: [], openSpots: [] })
  }
  expect((await app.phone().get('/api/my-tee-times')).status).toBe(401)
})

test('shows nothing from a group that I have left', async () => {
  await make.teeTime(group, { players: [me] })
  await make.teeTime(group)
  await app.ctx.db.delete(groupMembers).where(eq(groupMembers.golferId, me.id))
  expect(await listCourses()).toEqual({ rounds: [], openSpots: [] })
})

test('shows nothing from an inactive group', async () => {
  await make.teeTime(group, { players: [me] })
  await make.teeTime(group)
  await changeGroup(group, { isActive: false })
  expect(await listCourses()).toEqual({ rounds: [], openSpots: [] })
})

test('keeps my rounds in an unpaid group, and lists its open spots again after it is paid', async () => {
  await make.teeTime(group, { course: 'Mine', players: [me] })
  await make.teeTime(group, { course: 'Open' })
  await changeGroup(group, { expiryDate: app.clock.now() })
  expect(await listCourses()).toEqual({ rounds: ['Mine'], openSpots: [] })
  await changeGroup(group, { expiryDate: new Date('2027-01-01T00:00:00Z') })
  expect(await listCourses()).toEqual({ rounds: ['Mine'], openSpots: ['Open'] })
})

test('lists no open spots in tee times that are full, mine, canceled or have teed off', async () => {
  await make.teeTime(group, { course: 'Full', maxPlayers: 1, players: [group.owner] })
  await make.teeTime(group, { course: 'Mine', players: [me] })
  await make.teeTime(group, { course: 'Teed off', date: '2026-06-01', time: '10:30' })
  const cancelled = await make.teeTime(group, { course: 'Cancelled', players: [me] })
  await app.phone(group.owner.session).delete(`/api/tee-times/${cancelled.id}`, {})
  app.clock.moveTo('2026-06-01T16:30:00Z')
  expect(await listCourses()).toEqual({ rounds: ['Mine'], openSpots: [] })
})

test('keeps a round until four hours after tee-off', async () => {
  await make.teeTime(group, { date: '2026-06-01', time: '10:30', players: [me] })
  app.clock.moveTo('2026-06-01T20:29:59Z')
  expect((await listCourses()).rounds).toHaveLength(1)
  app.clock.moveTo('2026-06-01T20:30:00Z')
  expect((await listCourses()).rounds).toEqual([])
})

test("lists open spots for seven days from today in each group's time zone", async () => {
  // In Auckland, it is already 04:00 on June 2.
  const far = await make.group({ timeZone: 'Pacific/Auckland' })
  await make.member(far, { golfer: me })
  for (const [of, date] of [
    [group, '2026-06-07'],
    [group, '2026-06-08'],
    [far, '2026-06-08'],
    [far, '2026-06-09'],
  ] as const) {
    await make.teeTime(of, { course: date, date, time: '09:00' })
  }
  await make.teeTime(far, { course: 'Today there', date: '2026-06-02', time: '07:00' })
  const { openSpots } = await readMyTeeTimes()
  expect(openSpots.map(({ teeTime, isToday }) => [teeTime.course, isToday])).toEqual([
    ['Today there', true],
    ['2026-06-07', false],
    ['2026-06-08', false],
  ])
  expect(openSpots[2]?.group.id).toBe(far.id)
})

test('lists at most fifty of each, in four statements for any number of groups', async () => {
  for (let count = 0; count < 3; count += 1) {
    await make.member(await make.group(), { golfer: me })
  }
  const teeTimes = Array.from({ length: 51 }, (_, minute) => ({
    date: '2026-06-02',
    time: `08:${String(minute).padStart(2, '0')}`,
  }))
  for (const when of teeTimes) {
    await make.teeTime(group, { ...when, players: [me] })
    await make.teeTime(group, when)
  }
  const before = app.statements.length
  const { rounds, openSpots } = await readMyTeeTimes()
  expect(app.statements.length - before).toBeLessThanOrEqual(4)
  expect([rounds.length, openSpots.length]).toEqual([50, 50])
  expect(rounds.at(-1)?.teeTime.time).toBe('08:49')
})
