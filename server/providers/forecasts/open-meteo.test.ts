import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ForecastsUnavailable, type UnavailableReason } from './forecasts.ts'
import type { RequestLimits } from './guarded-fetch.ts'
import { openMeteo } from './open-meteo.ts'
import type { Mode } from './testing/behaviors.ts'
import {
  inventWeather,
  type OpenMeteoStandIn,
  startOpenMeteoStandIn,
} from './testing/open-meteo-stand-in.ts'

const TODAY = '2026-05-20'
const CALGARY = { latitude: 51.05, longitude: -114.09 }

let standIn: OpenMeteoStandIn

beforeEach(async () => {
  standIn = await startOpenMeteoStandIn({ today: () => TODAY })
})
afterEach(async () => {
  vi.useRealTimers()
  await standIn.close()
})

/** Creates a provider. Its long timeout makes the tests independent of the machine's speed. */
function newProvider(
  limits: Partial<RequestLimits> = {},
  onPause?: (host: string, cause: string) => void,
) {
  return openMeteo({
    forecastBase: standIn.base,
    geocodingBase: standIn.base,
    limits: { callMs: 20_000, ...limits },
    ...(onPause && { onPause }),
  })
}

async function reasonOf(request: Promise<unknown>): Promise<UnavailableReason> {
  const error = await request.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ForecastsUnavailable)) throw new Error(`not expected: ${String(error)}`)
  return error.reason
}

describe('search', () => {
  test('returns the places of that name, best known first', async () => {
    const places = await newProvider().search('London')
    expect(places.map((place) => [place.areas, place.countryCode])).toEqual([
      [['England'], 'GB'],
      [['Ontario'], 'CA'],
    ])
    expect(places[1]).toEqual({
      name: 'London',
      latitude: 42.98339,
      longitude: -81.23304,
      areas: ['Ontario'],
      country: 'Canada',
      countryCode: 'CA',
      timeZone: 'America/Toronto',
    })
    expect(Object.fromEntries(standIn.requests.search[0] ?? [])).toEqual({
      name: 'London',
      count: '50',
      language: 'en',
      format: 'json',
    })
  })

  test('returns an empty list when nothing is found', async () => {
    expect(await newProvider().search('Shaganappi Point')).toEqual([])
  })

  test('skips summits', async () => {
    expect(await newProvider().search('Mount Kidd')).toEqual([])
  })

  test('escapes the name, so that it cannot change other parameters', async () => {
    expect(await newProvider().search('a&count=0&name=Calgary#/../%00')).toEqual([])
    expect(standIn.requests.search[0]?.get('count')).toBe('50')
  })
})

describe('hours', () => {
  test('returns the 24 hours of the date in km/h and °C', async () => {
    const hours = await newProvider().hours(CALGARY, '2026-05-23')
    expect(hours).toHaveLength(24)
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    const invented = inventWeather(CALGARY.latitude, '2026-05-23', 8)
    expect(hours[8]).toMatchObject({
      hour: 8,
      temperature: invented['temperature_2m'],
      windSpeed: invented['wind_speed_10m'],
      precipProbability: invented['precipitation_probability'],
    })
    expect(Object.fromEntries(standIn.requests.forecast[0] ?? [])).toEqual({
      latitude: '51.05',
      longitude: '-114.09',
      hourly:
        'temperature_2m,precipitation_probability,weather_code,wind_speed_10m,wind_direction_10m',
      timezone: 'auto',
      start_date: '2026-05-23',
      end_date: '2026-05-23',
    })
  })

  test("refuses a date outside the provider's range without counting it as a failure", async () => {
    const provider = newProvider({ failuresToPause: 1 })
    expect(await reasonOf(provider.hours(CALGARY, '2026-06-05'))).toBe('refused')
    expect(await provider.hours(CALGARY, '2026-06-04')).toHaveLength(24)
  })
})

describe('hosts and key', () => {
  test('sends the API key with every request and keeps it out of errors', async () => {
    const providerWithKey = openMeteo({
      forecastBase: `${standIn.base}/`,
      geocodingBase: standIn.base,
      apiKey: 's3cret',
    })
    await providerWithKey.search('Calgary')
    await providerWithKey.hours(CALGARY, TODAY)
    expect(standIn.requests.search[0]?.get('apikey')).toBe('s3cret')
    expect(standIn.requests.forecast[0]?.get('apikey')).toBe('s3cret')
    standIn.modes.forecast = 'refusing'
    await expect(providerWithKey.hours(CALGARY, TODAY)).rejects.not.toThrow('s3cret')
  })

  test.each([
    [undefined, 'api.open-meteo.com', 'geocoding-api.open-meteo.com'],
    ['k', 'customer-api.open-meteo.com', 'customer-geocoding-api.open-meteo.com'],
  ])('with the API key %s, uses %s and %s by default', async (apiKey, weather, geocoding) => {
    const hosts: string[] = []
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      hosts.push(new URL(String(input)).host)
      return Response.json({ error: true, reason: 'not asked for real' }, { status: 400 })
    })
    const defaultProvider = openMeteo({ apiKey })
    await defaultProvider.hours(CALGARY, TODAY).catch(() => undefined)
    await defaultProvider.search('Calgary').catch(() => undefined)
    spy.mockRestore()
    expect(hosts).toEqual([weather, geocoding])
  })
})

describe('a failing provider', () => {
  const failures: [Mode, UnavailableReason, tries: number][] = [
    ['failing', 'failing', 2],
    ['limited', 'failing', 1],
    ['refusing', 'refused', 1],
    ['garbled', 'malformed', 1],
    ['wrong-shape', 'malformed', 1],
    ['endless', 'malformed', 1],
    ['dropping', 'unreachable', 2],
  ]

  test.each(failures)('reports %s as %s after %i tries', async (mode, reason, tries) => {
    standIn.modes.search = mode
    standIn.modes.forecast = mode
    const provider = newProvider()
    expect(await reasonOf(provider.hours(CALGARY, TODAY))).toBe(reason)
    expect(await reasonOf(provider.search('Calgary'))).toBe(reason)
    expect([standIn.requests.forecast.length, standIn.requests.search.length]).toEqual([
      tries,
      tries,
    ])
  })

  test.each<Mode>(['hanging', 'trickling', 'slow'])('times out if it is %s', async (mode) => {
    standIn.modes.forecast = mode
    standIn.slowMs = 60_000
    expect(await reasonOf(newProvider({ callMs: 150 }).hours(CALGARY, TODAY))).toBe('timeout')
    expect(standIn.requests.forecast).toHaveLength(1)
  })

  test('accepts a slow response that arrives in time', async () => {
    standIn.modes.forecast = 'slow'
    standIn.slowMs = 30
    expect(await newProvider().hours(CALGARY, TODAY)).toHaveLength(24)
  })

  test('retries once after a brief failure', async () => {
    standIn.modes.forecast = 'flaky'
    expect(await newProvider().hours(CALGARY, TODAY)).toHaveLength(24)
    expect(standIn.requests.forecast).toHaveLength(2)
  })

  test('reports an unreachable provider', async () => {
    await standIn.close()
    expect(await reasonOf(newProvider().hours(CALGARY, TODAY))).toBe('unreachable')
  })

  test('sends no more requests than can run or wait', async () => {
    standIn.modes.forecast = 'slow'
    standIn.slowMs = 100
    const provider = newProvider({ concurrency: 1, queue: 1 })
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => provider.hours(CALGARY, TODAY)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(standIn.requests.forecast).toHaveLength(2)
  })
})

describe('circuit breaker', () => {
  test('pauses after repeated failures, then lets one request through', async () => {
    // Freeze only Date, so that the pause ends when the test moves the time, however slow the responses are.
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const pauses: string[] = []
    const provider = newProvider({ failuresToPause: 3, pauseMs: 30_000 }, (host) =>
      pauses.push(host),
    )
    const fetchHours = () => provider.hours(CALGARY, TODAY)
    standIn.modes.forecast = 'limited'

    for (let n = 0; n < 3; n++) expect(await reasonOf(fetchHours())).toBe('failing')
    expect(pauses).toEqual([new URL(standIn.base).host])
    expect(await reasonOf(fetchHours())).toBe('paused')
    expect(standIn.requests.forecast).toHaveLength(3)

    vi.setSystemTime(29_999)
    expect(await reasonOf(fetchHours())).toBe('paused')
    expect(standIn.requests.forecast).toHaveLength(3)

    vi.setSystemTime(30_000)
    expect(await reasonOf(fetchHours())).toBe('failing')
    expect(await reasonOf(fetchHours())).toBe('paused')
    expect(standIn.requests.forecast).toHaveLength(4)

    standIn.modes.forecast = 'ok'
    vi.setSystemTime(60_000)
    const probes = await Promise.all([fetchHours(), fetchHours(), fetchHours()])
    expect(probes.map((hours) => hours.length)).toEqual([24, 24, 24])
    expect(standIn.requests.forecast).toHaveLength(7)
  })

  test('counts failures from zero after a success', async () => {
    const provider = newProvider({ failuresToPause: 2 })
    for (const mode of ['limited', 'ok', 'limited', 'ok', 'limited'] as const) {
      standIn.modes.forecast = mode
      await provider.hours(CALGARY, TODAY).catch(() => undefined)
    }
    standIn.modes.forecast = 'ok'
    expect(await provider.hours(CALGARY, TODAY)).toHaveLength(24)
  })

  test('does not stop forecasts from another host when geocoding fails', async () => {
    const other = await startOpenMeteoStandIn({ today: () => TODAY })
    try {
      const provider = openMeteo({
        forecastBase: other.base,
        geocodingBase: standIn.base,
        limits: { failuresToPause: 1, pauseMs: 600_000 },
      })
      standIn.modes.search = 'garbled'
      await provider.search('Calgary').catch(() => undefined)
      expect(await reasonOf(provider.search('Calgary'))).toBe('paused')
      expect(await provider.hours(CALGARY, TODAY)).toHaveLength(24)
    } finally {
      await other.close()
    }
  })
})
