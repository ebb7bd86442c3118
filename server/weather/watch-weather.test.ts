import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WeatherLimits } from '../../contract/weather.ts'
import {
  type ForecastProvider,
  ForecastsUnavailable,
  type HourForecast,
} from '../providers/forecasts/forecasts.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer

/** The bad weather, by hour. In all other hours, the weather is good. */
let badWeather: Record<number, Partial<HourForecast>> = {}
let isProviderDown = false
const PLACE = { name: 'Calgary', latitude: 51.05, longitude: -114.09, areas: ['Alberta'] }
const BROKEN_PLACE = { ...PLACE, name: 'Broken Links', latitude: 1 }
const forecasts: ForecastProvider = {
  search: async (name) => {
    if (name.includes('nowhere')) return []
    return [name.includes('broken') ? BROKEN_PLACE : { ...PLACE, name }]
  },
  hours: async ({ latitude }) => {
    if (latitude === BROKEN_PLACE.latitude) throw new TypeError('Broken')
    if (isProviderDown) throw new ForecastsUnavailable('refused', 'Away')
    return Array.from({ length: 24 }, (_, hour) => ({
      hour,
      condition: 'Sunny' as const,
      temperature: 18,
      windSpeed: 8,
      windDirection: 'W',
      precipProbability: 5,
      ...badWeather[hour],
    }))
  },
}

beforeAll(async () => {
  app = await startTestApp({ forecasts })
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  isProviderDown = false
  badWeather = { 10: { precipProbability: 80 } }
  await app.ctx.db.execute('delete from weather_forecasts')
  await app.ctx.db.execute('delete from weather_watches')
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
})

const setLimits = (limits: Partial<WeatherLimits>, of = group, by = of.owner) =>
  app.phone(by.session).put(`/api/groups/${of.id}/weather-watch`, {
    rain: null,
    wind: null,
    cold: null,
    ...limits,
  })
/** Runs the job at an instant. Returns all weather messages in the group so far. */
async function runAndListMessages(instant: string, of = group): Promise<object[]> {
  app.clock.moveTo(instant)
  await app.ctx.db.execute(`select graphile_worker.add_job('watch_weather')`)
  await app.runJobs()
  const { rows } = await app.ctx.db.execute<{ golferId: number; data: object }>(
    `select golfer_id as "golferId", data from deliveries
     where event = 'weather-watch' and group_id = ${of.id} order by id`,
  )
  return rows
}

test('asks the players once at 18:00 the day before', async () => {
  await setLimits({ rain: 60, wind: 40 })
  const round = await make.teeTime(group, { date: '2026-06-04', players: [ann, bob] })
  await make.teeTime(group, { date: '2026-06-05', players: [ann] })
  await make.teeTime(group, { date: '2026-06-04', time: '15:00', players: [ann] })
  expect(await runAndListMessages('2026-06-03T23:59:59Z')).toEqual([])
  const data = { date: '2026-06-04', rain: 80 }
  const both = [
    { golferId: ann.id, data },
    { golferId: bob.id, data },
  ]
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toEqual(both)
  // Neither worse weather nor a golfer who joins later causes another message.
  badWeather = { 10: { precipProbability: 100, windSpeed: 90 } }
  await app.phone(group.owner.session).post(`/api/tee-times/${round.id}/claim`, {})
  expect(await runAndListMessages('2026-06-04T01:30:00Z')).toEqual(both)
})

test('counts only the hours of the round', async () => {
  await setLimits({ rain: 60 })
  await make.teeTime(group, { date: '2026-06-04', time: '11:00', players: [ann] })
  await make.teeTime(group, { date: '2026-06-04', time: '05:59', players: [bob] })
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toEqual([])
  await make.teeTime(group, { date: '2026-06-04', time: '06:00', players: [ann] })
  expect(await runAndListMessages('2026-06-04T00:01:00Z')).toHaveLength(1)
})

test('retries until 20:00 if there is no forecast, without a message', async () => {
  await setLimits({ rain: 60 })
  await make.teeTime(group, { date: '2026-06-04', players: [ann] })
  isProviderDown = true
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toEqual([])
  isProviderDown = false
  await app.ctx.db.execute('delete from weather_forecasts')
  expect(await runAndListMessages('2026-06-04T01:59:00Z')).toHaveLength(1)
  isProviderDown = true
  await make.teeTime(group, { date: '2026-06-05', players: [ann] })
  await app.ctx.db.execute('delete from weather_forecasts')
  expect(await runAndListMessages('2026-06-05T00:00:00Z')).toHaveLength(1)
  isProviderDown = false
  await app.ctx.db.execute('delete from weather_forecasts')
  expect(await runAndListMessages('2026-06-05T02:00:00Z')).toHaveLength(1)
})

test('asks nobody in a group without limits or in an inactive one', async () => {
  await make.teeTime(group, { date: '2026-06-04', players: [ann] })
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toEqual([])
  await setLimits({ rain: 60 })
  await setLimits({})
  expect(await runAndListMessages('2026-06-04T00:01:00Z')).toEqual([])
  await setLimits({ rain: 60 })
  await app.ctx.db.execute(`update groups set is_active = false where id = ${group.id}`)
  expect(await runAndListMessages('2026-06-04T00:02:00Z')).toEqual([])
})

test('checks a tee time again after it moved to another day, and asks its players once', async () => {
  await setLimits({ rain: 60 })
  const round = await make.teeTime(group, { date: '2026-06-04', time: '13:00', players: [ann] })
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toEqual([])
  await app.phone(group.owner.session).put(`/api/tee-times/${round.id}`, {
    date: '2026-06-05',
    time: '09:00',
    version: round.version,
  })
  expect(await runAndListMessages('2026-06-05T00:00:00Z')).toHaveLength(1)
  expect(await runAndListMessages('2026-06-05T00:01:00Z')).toHaveLength(1)
})

test('asks again when a tee time moves to another day after its players were asked', async () => {
  await setLimits({ rain: 60 })
  const round = await make.teeTime(group, { date: '2026-06-04', time: '09:00', players: [ann] })
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toHaveLength(1)
  await app
    .phone(group.owner.session)
    .put(`/api/tee-times/${round.id}`, { date: '2026-06-05', version: round.version })
  expect(await runAndListMessages('2026-06-05T00:00:00Z')).toHaveLength(2)
})

test("asks about Calgary's weather only in Calgary's time zone when no place is known", async () => {
  const there = await make.group({ timeZone: 'America/Regina' })
  for (const one of [there, group]) {
    await setLimits({ rain: 60 }, one)
    await make.teeTime(one, { course: 'Nowhere', date: '2026-06-04', players: [one.owner] })
  }
  expect(await runAndListMessages('2026-06-04T00:00:00Z')).toHaveLength(1)
  expect(await runAndListMessages('2026-06-04T00:00:00Z', there)).toEqual([])
})

test('keeps a failure in one group from affecting another', async () => {
  await setLimits({ rain: 60 })
  await make.teeTime(group, { course: 'Broken Links', date: '2026-06-04', players: [ann] })
  const other = await make.group()
  await setLimits({ rain: 60 }, other)
  await make.teeTime(other, { date: '2026-06-04', players: [other.owner] })
  expect(await runAndListMessages('2026-06-04T00:00:00Z', other)).toHaveLength(1)
})

// 18:00 local time: on the evening before a day with a clock change, and on the evening of that day.
test.each([
  ['Europe/London', '2026-03-29', '2026-03-28T18:00:00Z'],
  ['Europe/London', '2026-03-30', '2026-03-29T17:00:00Z'],
  ['Europe/London', '2026-10-25', '2026-10-24T17:00:00Z'],
  ['Europe/London', '2026-10-26', '2026-10-25T18:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T07:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T07:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T07:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T07:00:00Z'],
  ['America/Edmonton', '2025-03-09', '2025-03-09T01:00:00Z'],
  ['America/Edmonton', '2025-03-10', '2025-03-10T00:00:00Z'],
  ['America/Edmonton', '2025-11-02', '2025-11-02T00:00:00Z'],
  ['America/Edmonton', '2025-11-03', '2025-11-03T01:00:00Z'],
])('asks in %s, for %s, at %s and not a second sooner', async (timeZone, date, at) => {
  app.clock.moveTo(new Date(Date.parse(at) - 3 * 86_400_000).toISOString())
  const there = await make.group({ timeZone })
  await setLimits({ rain: 60 }, there)
  await make.teeTime(there, { date, players: [there.owner] })
  expect(await runAndListMessages(new Date(Date.parse(at) - 1_000).toISOString(), there)).toEqual(
    [],
  )
  expect(await runAndListMessages(at, there)).toHaveLength(1)
})
