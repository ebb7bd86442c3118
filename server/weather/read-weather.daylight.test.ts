// @module-tag thorough
import { expect, test } from 'vitest'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'
import type { WeatherReader } from './access.ts'
import type { FoundPlace } from './find-place.ts'
import { findSunset } from './read-weather.ts'
import { weatherScene } from './testing/weather-scene.ts'

const placeAndReaderAt = (latitude: number, longitude: number, timeZone: string) => ({
  place: {
    name: 'There',
    latitude,
    longitude,
    areas: [],
    isCoursePlace: true,
  } satisfies FoundPlace,
  reader: { golferId: 1, group: { timeZone } } as unknown as WeatherReader,
})
const CALGARY = placeAndReaderAt(51.05, -114.09, 'America/Edmonton')
const LONDON = placeAndReaderAt(51.51, -0.13, 'Europe/London')
const LORD_HOWE = placeAndReaderAt(-31.55, 159.08, 'Australia/Lord_Howe')
const TROMSO = placeAndReaderAt(69.65, 18.96, 'Europe/Oslo')

// The expected times were computed with the NOAA equations, to within a minute. The dates are before and
// after clock changes.
test.each([
  ['Calgary, before the clocks change', CALGARY, '2025-03-08', '18:30'],
  ['Calgary, after the clocks change', CALGARY, '2025-03-09', '19:31'],
  ['Calgary, before the clocks change', CALGARY, '2025-11-01', '18:09'],
  ['Calgary, after the clocks change', CALGARY, '2025-11-02', '17:07'],
  ['London, before the clocks change', LONDON, '2026-03-28', '18:27'],
  ['London, after the clocks change', LONDON, '2026-03-29', '19:28'],
  ['London, after the clocks change', LONDON, '2026-10-25', '16:46'],
  ['Lord Howe, before the clocks change', LORD_HOWE, '2026-04-04', '18:16'],
  ['Lord Howe, after the clocks change', LORD_HOWE, '2026-04-05', '17:45'],
])('finds the sunset for %s, on %s', async (_where, { place, reader }, date, sunset) => {
  const query = { date, time: '17:00', location: 'There', groupId: 1 }
  const answer = await findSunset(async () => place, reader, query)
  const minutes = (time: string | null) => Number(time?.slice(0, 2)) * 60 + Number(time?.slice(3))
  expect(Math.abs(minutes(answer.sunset) - minutes(sunset))).toBeLessThanOrEqual(1)
})

test.each([
  ['a round that ends in daylight', '12:00', CALGARY, null],
  ['a round that ends after sunset', '18:30', CALGARY, expect.stringMatching(/^21:/)],
  ['a place where the sun does not set', '20:00', TROMSO, null],
])('decides whether to show the sunset: %s', async (_what, time, { place, reader }, sunset) => {
  const query = { date: '2026-06-20', time, location: 'There', groupId: 1 }
  expect(await findSunset(async () => place, reader, query)).toEqual({ sunset })
})

test.each([
  ['no place', async () => undefined],
  ['no response', () => Promise.reject(new ForecastsUnavailable('refused', 'Away'))],
])('returns no sunset for %s', async (_what, findPlace) => {
  const query = { date: '2026-06-20', time: '20:00', location: 'There', groupId: 1 }
  expect(await findSunset(findPlace, CALGARY.reader, query)).toEqual({ sunset: null })
})

const scene = weatherScene()

test("uses the course's place or the group's, but not the default place", async () => {
  const { id, owner } = await scene.make.group({ homePlace: 'Canmore, AB' })
  const ask = (query: string, session = owner.session) =>
    scene.node.phone(session).get(`/api/daylight?date=2026-06-20&time=19:00&${query}`)
  const courseQuery = `location=Stewart+Creek+Golf+Club&groupId=${id}`
  expect(await ask(courseQuery)).toMatchObject({
    status: 200,
    body: { sunset: '22:00' },
  })
  expect((await ask(courseQuery, scene.golfer.session)).status).toBe(404)
  const otherGroup = await scene.make.group()
  expect(
    (await ask(`location=Stewart+Creek&groupId=${otherGroup.id}`, otherGroup.owner.session)).body,
  ).toEqual({
    sunset: null,
  })
})
