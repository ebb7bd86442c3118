import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MyRound, MyRoundsSummary } from '../../../contract/rounds.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let me: TestGolfer
let saturdayGroup: TestGroup
let anna: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  me = await make.golfer({ name: 'Me Myself' })
  saturdayGroup = await make.group({ name: 'Saturday Golf' })
  await make.member(saturdayGroup, { golfer: me })
  anna = await make.member(saturdayGroup, { name: 'Anna Berg' })
})

// Tests move the clock, so earlier sessions may have expired. Sign in each time.
const get = async (address: string) => app.phone(await make.signIn(me.id)).get(address)

async function listMyRounds(query = ''): Promise<MyRound[]> {
  const { status, body } = await get(`/api/my-rounds${query}`)
  expect(status).toBe(200)
  return body as MyRound[]
}

async function readSummary(query = ''): Promise<MyRoundsSummary> {
  return (await get(`/api/my-rounds/summary${query}`)).body as MyRoundsSummary
}

test('lists rounds I played with partners, newest first, not those I only posted', async () => {
  const first = await make.teeTime(saturdayGroup, { players: [anna, me] })
  const notes = 'Two carts booked'
  const second = await make.teeTime(saturdayGroup, { date: '2026-06-07', players: [me], notes })
  await app.phone(me.session).post(`/api/tee-times/${second.id}/guests`, { name: 'Dave' })
  await make.teeTime(saturdayGroup, { creator: me, players: [anna] })
  const cancelled = await make.teeTime(saturdayGroup, { players: [me] })
  await app.phone(saturdayGroup.owner.session).delete(`/api/tee-times/${cancelled.id}`, {})
  app.clock.moveTo('2026-06-07T14:11:00Z')
  expect((await listMyRounds()).map(({ id }) => id)).toEqual([first.id])
  app.clock.moveTo('2026-06-07T14:12:00Z')
  const place = {
    groupName: 'Saturday Golf',
    slug: saturdayGroup.slug,
    course: 'Shaganappi Point',
    time: '08:12',
    maxPlayers: 4,
    notes: null,
  }
  expect(await listMyRounds()).toEqual([
    { ...place, id: second.id, date: '2026-06-07', players: [], guests: ['Dave'], notes },
    {
      ...place,
      id: first.id,
      date: '2026-06-04',
      players: ['Anna Berg'],
      guests: [],
    },
  ])
  expect((await listMyRounds('?sort=date')).map(({ id }) => id)).toEqual([first.id, second.id])
})

test('returns pages with the total number of rounds', async () => {
  for (const date of ['2026-06-04', '2026-06-05', '2026-06-06']) {
    await make.teeTime(saturdayGroup, { date, players: [me] })
  }
  app.clock.moveTo('2026-07-01T12:00:00Z')
  const page = await get('/api/my-rounds?page=2&limit=2')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(page.body).toMatchObject([{ date: '2026-06-04' }])
  expect((await get('/api/my-rounds?page=9')).headers.get('x-total-count')).toBe('3')
})

test('leaves out rounds of a deleted group from pages, totals and years', async () => {
  const name = 'Gone Golf'
  const group = await make.group({ owner: me, name })
  for (const date of ['2026-06-07', '2026-06-08'])
    await make.teeTime(group, { date, players: [me] })
  await make.teeTime(saturdayGroup, { players: [me] })
  app.clock.moveTo('2026-07-01T12:00:00Z')
  const asOwner = app.phone(await make.signIn(me.id))
  const deleted = await asOwner.delete(`/api/groups/${group.id}`, { name })
  expect(deleted.status, deleted.text).toBeLessThan(300)
  const page = await get('/api/my-rounds?page=1&limit=1')
  expect(page.headers.get('x-total-count')).toBe('1')
  expect(page.body).toMatchObject([{ date: '2026-06-04' }])
  expect(await readSummary()).toMatchObject({ years: [2026], rounds: 1, courses: 1 })
})

test('counts rounds, courses and partners across groups, without partners who were deleted', async () => {
  const tuesday = await make.group({ name: 'Tuesday Golf' })
  await make.member(tuesday, { golfer: me })
  await make.member(tuesday, { golfer: anna })
  const ben = await make.member(saturdayGroup, { name: 'Ben Adams' })
  const gone = await make.member(saturdayGroup, { name: 'Gone Soon' })
  await make.teeTime(saturdayGroup, { course: 'Lakeview', players: [me, anna, ben, gone] })
  await make.teeTime(saturdayGroup, { course: 'lakeview', players: [me, gone], date: '2026-06-08' })
  await make.teeTime(tuesday, { course: 'Banff Springs', players: [me, anna], date: '2026-07-08' })
  app.clock.moveTo('2026-08-01T12:00:00Z')
  const admin = await make.golfer({ isSuperAdmin: true })
  const deleted = await app.phone(admin.session).delete(`/api/super-admin/users/${gone.id}`)
  expect(deleted.status).toBe(200)
  const { months, ...summary } = await readSummary()
  expect(summary).toEqual({
    year: 2026,
    years: [2026],
    rounds: 3,
    courses: 2,
    partners: [
      { id: anna.id, name: 'Anna Berg', rounds: 2 },
      { id: ben.id, name: 'Ben Adams', rounds: 1 },
    ],
  })
  expect(months.slice(4, 8).map(({ rounds }) => rounds)).toEqual([0, 2, 1, 0])
  expect((await listMyRounds('?sort=date'))[0]?.players).toContain('Former golfer')
})

test('keeps my rounds after I leave or the group is deactivated, without a link', async () => {
  await make.teeTime(saturdayGroup, { players: [me] })
  app.clock.moveTo('2026-06-20T12:00:00Z')
  const listSlugs = async () => (await listMyRounds()).map(({ slug }) => slug)
  expect(await listSlugs()).toEqual([saturdayGroup.slug])
  await app.ctx.db.$client.query('update groups set is_active = false where id = $1', [
    saturdayGroup.id,
  ])
  expect(await listSlugs()).toEqual([null])
  await app.ctx.db.$client.query('update groups set is_active = true where id = $1', [
    saturdayGroup.id,
  ])
  await app.phone(me.session).post(`/api/groups/${saturdayGroup.id}/leave`, {})
  expect(await listSlugs()).toEqual([null])
})

test("uses each group's time zone for years and leaves out years without rounds", async () => {
  expect(await readSummary()).toEqual({
    year: null,
    years: [],
    rounds: 0,
    months: [],
    courses: 0,
    partners: [],
  })
  expect(await listMyRounds()).toEqual([])
  const aucklandGroup = await make.group({ timeZone: 'Pacific/Auckland' })
  await make.member(aucklandGroup, { golfer: me })
  await make.teeTime(aucklandGroup, { date: '2027-01-01', players: [me] })
  await make.teeTime(saturdayGroup, { date: '2026-12-31', time: '07:00', players: [me] })
  app.clock.moveTo('2026-12-31T20:00:00Z')
  expect(await readSummary()).toMatchObject({ year: 2027, years: [2027, 2026], rounds: 1 })
  expect(await listMyRounds('?year=2026')).toMatchObject([{ date: '2026-12-31' }])
  expect(await listMyRounds('?year=2025')).toEqual([])
})

test('exports one line per round', async () => {
  await make.teeTime(saturdayGroup, {
    course: '-Lakeview-',
    players: [me, anna, saturdayGroup.owner],
  })
  app.clock.moveTo('2026-06-20T12:00:00Z')
  const { text, headers } = await get('/api/my-rounds.csv?year=2026')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-rounds-2026.csv"')
  expect(text.replace('\uFEFF', '')).toBe(
    `Date,Time,Course,Group,Players,Guests\r\n2026-06-04,08:12,'-Lakeview-,Saturday Golf,Anna Berg; ${saturdayGroup.owner.name},\r\n`,
  )
})
