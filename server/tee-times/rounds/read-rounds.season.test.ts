import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Season } from '../../../contract/rounds.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { archiveTeeTimes } from '../archive/archive-tee-times.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let owner: TestGolfer
let anna: TestGolfer
let ben: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group({ name: 'Early Birds' })
  owner = group.owner
  anna = await make.member(group, { name: 'Anna Berg' })
  ben = await make.member(group, { name: 'Ben Adams' })
})

async function readSeason(year?: number, by = owner): Promise<Season> {
  const query = year === undefined ? '' : `?year=${year}`
  const { status, body } = await app
    // Tests move the clock, so earlier sessions may have expired. Sign in each time.
    .phone(await make.signIn(by.id))
    .get(`/api/groups/slug/${group.slug}/season${query}`)
  expect(status).toBe(200)
  return body as Season
}

const golfersOf = (season: Season) =>
  season.golfers.map(({ name, rounds, posted, guests }) => [name, rounds, posted, guests])

test("counts a round from its tee-off in the group's time zone, even after it is archived", async () => {
  await make.teeTime(group, { date: '2026-06-04', time: '08:12', players: [anna, ben] })
  app.clock.moveTo('2026-06-04T14:11:59Z')
  expect(await readSeason()).toEqual({
    year: null,
    years: [],
    rounds: 0,
    months: [],
    golfers: [],
    courses: [],
  })
  app.clock.moveTo('2026-06-04T14:12:00Z')
  const season = await readSeason()
  expect(season).toMatchObject({
    year: 2026,
    years: [2026],
    rounds: 1,
    courses: [{ course: 'Shaganappi Point', rounds: 1 }],
  })
  expect(season.months.filter(({ rounds }) => rounds > 0)).toEqual([
    { month: '2026-06', rounds: 1 },
  ])
  expect(season.months).toHaveLength(12)
  app.clock.moveTo('2026-06-04T19:00:00Z')
  expect(await archiveTeeTimes(app.ctx, 'everybody')).toBeGreaterThan(0)
  expect(await readSeason()).toEqual(season)
})

test('does not count tee times that are canceled, upcoming or without players', async () => {
  const cancelled = await make.teeTime(group, { players: [anna] })
  await app.phone(owner.session).delete(`/api/tee-times/${cancelled.id}`, {})
  await make.teeTime(group, { course: 'Nobody Came' })
  await make.teeTime(group, { date: '2026-07-04', players: [anna] })
  await make.teeTime(group, { players: [ben] })
  app.clock.moveTo('2026-06-20T12:00:00Z')
  const season = await readSeason()
  expect(season.rounds).toBe(1)
  expect(golfersOf(season)).toEqual([
    ['Ben Adams', 1, 0, 0],
    [owner.name, 0, 1, 0],
  ])
})

test('lists golfers by rounds with posts and guests, and merges spellings of a course', async () => {
  for (const course of ['McCall Lake', 'mccall  lake', 'Lakeview']) {
    const card = await make.teeTime(group, { creator: anna, course, players: [anna, ben] })
    if (course === 'Lakeview') {
      await app.phone(ben.session).post(`/api/tee-times/${card.id}/guests`, { name: 'Dave' })
    }
  }
  app.clock.moveTo('2026-06-20T12:00:00Z')
  const season = await readSeason()
  expect(golfersOf(season)).toEqual([
    ['Anna Berg', 3, 3, 0],
    ['Ben Adams', 3, 0, 1],
  ])
  expect(season.courses).toEqual([
    { course: expect.stringMatching(/^mccall {1,2}lake$/i), rounds: 2 },
    { course: 'Lakeview', rounds: 1 },
  ])
})

test('keeps rounds of golfers who left, without names for deleted accounts', async () => {
  await make.teeTime(group, { players: [anna, ben] })
  await make.teeTime(group, { date: '2026-07-04', players: [anna, ben] })
  app.clock.moveTo('2026-06-20T12:00:00Z')
  await app.phone(owner.session).delete(`/api/groups/${group.id}/members/${anna.id}`, {})
  const admin = await make.golfer({ isSuperAdmin: true })
  const deleted = await app.phone(admin.session).delete(`/api/super-admin/users/${ben.id}`)
  expect(deleted.status).toBe(200)
  app.clock.moveTo('2026-07-20T12:00:00Z')
  const { golfers, rounds } = await readSeason()
  expect(rounds).toBe(1)
  expect(golfers).toMatchObject([
    { name: 'Anna Berg', isMember: false, rounds: 1 },
    { name: 'Former golfer', isMember: false, rounds: 1 },
    { name: owner.name, isMember: true, posted: 1 },
  ])
  const answer = await app
    .phone(await make.signIn(anna.id))
    .get(`/api/groups/slug/${group.slug}/season`)
  expect(answer.status).toBe(403)
})

test.each([
  ['America/Edmonton', '2026-12-31', '20:00', 2026],
  ['Pacific/Auckland', '2027-01-01', '08:00', 2027],
])('in %s, counts a round on %s at %s toward %i', async (timeZone, date, time, year) => {
  group = await make.group({ timeZone })
  await make.teeTime(group, { date, time, joinAsPlayer: true })
  app.clock.moveTo('2027-01-01T06:00:00Z')
  expect(await readSeason(undefined, group.owner)).toMatchObject({ year, years: [year], rounds: 1 })
  expect(await readSeason(year - 1, group.owner)).toMatchObject({ year: year - 1, rounds: 0 })
})

test('defaults to the last year played, and each year has its own rounds', async () => {
  await make.teeTime(group, { players: [anna] })
  await make.teeTime(group, { date: '2027-05-01', players: [anna, ben] })
  await make.teeTime(group, { date: '2028-05-01', players: [anna, ben] })
  app.clock.moveTo('2028-01-02T12:00:00Z')
  expect(await readSeason()).toMatchObject({ year: 2027, years: [2027, 2026], rounds: 1 })
  expect(golfersOf(await readSeason(2026))).toContainEqual(['Anna Berg', 1, 0, 0])
  for (const year of ['26', '1999', '2026x', '', '-2026']) {
    const { status } = await app
      .phone(await make.signIn(owner.id))
      .get(`/api/groups/slug/${group.slug}/season?year=${year}`)
    expect(status, year).toBe(400)
  }
})

test('counts no rounds of other groups', async () => {
  const other = await make.group({ owner })
  await make.teeTime(other, { joinAsPlayer: true })
  app.clock.moveTo('2026-06-20T12:00:00Z')
  expect((await readSeason()).rounds).toBe(0)
})

test('exports one line per player, guests with their host, and no formulas', async () => {
  const card = await make.teeTime(group, {
    course: '=HYPERLINK("http://x", "y")',
    players: [anna],
  })
  await app.phone(anna.session).post(`/api/tee-times/${card.id}/guests`, { name: '+1 Dave' })
  app.clock.moveTo('2026-06-20T12:00:00Z')
  const { status, text, headers } = await app
    .phone(owner.session)
    .get(`/api/groups/slug/${group.slug}/season.csv`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="season-${group.slug}-2026.csv"`,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  const course = `"'=HYPERLINK(""http://x"", ""y"")"`
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Date,Time,Course,Player,Guest of,Posted by',
    `2026-06-04,08:12,${course},Anna Berg,,${owner.name}`,
    `2026-06-04,08:12,${course},'+1 Dave,Anna Berg,${owner.name}`,
    '',
  ])
})

test('exports only the header for a season without rounds', async () => {
  const { text, headers } = await app
    .phone(owner.session)
    .get(`/api/groups/slug/${group.slug}/season.csv`)
  expect(text.trim()).toMatch(/^\uFEFF?Date,Time,Course,Player,Guest of,Posted by$/)
  expect(headers.get('content-disposition')).toContain(`"season-${group.slug}.csv"`)
})
