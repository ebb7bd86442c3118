import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../platform/clock.ts'
import type { Guard } from '../../providers/forecasts/guarded-fetch.ts'
import { openMeteo } from '../../providers/forecasts/open-meteo.ts'
import type { Mode } from '../../providers/forecasts/testing/behaviours.ts'
import {
  type OpenMeteoStandIn,
  openMeteoStandIn,
  standInHour,
} from '../../providers/forecasts/testing/open-meteo-stand-in.ts'
import { factories, type TestGolfer } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { purgeWeather } from './purge-weather.ts'

const TODAY = '2026-06-01'
const HOUR = 3_600_000
const CALGARY = '51.05011'
const CANMORE = '51.08335'

let standIn: OpenMeteoStandIn
let node: TestApp
let make: ReturnType<typeof factories>
let golfer: TestGolfer

async function start(guard: Partial<Guard> = {}, databaseUrl?: string): Promise<TestApp> {
  return await startTestApp({
    at: `${TODAY}T16:00:00Z`,
    forecasts: provider(guard),
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
}

/** As patient as the machine is slow, and never pausing unless a test wants it. */
function provider(guard: Partial<Guard>) {
  return openMeteo({
    forecastBase: standIn.base,
    geocodingBase: standIn.base,
    guard: { timeoutMs: 600_000, failuresToPause: 1_000, ...guard },
  })
}

async function restart(guard: Partial<Guard>): Promise<void> {
  await node.close()
  await prepare(guard)
}

async function prepare(guard: Partial<Guard> = {}): Promise<void> {
  node = await start(guard)
  make = factories(node.ctx)
  golfer = await make.golfer()
}

beforeEach(async () => {
  standIn = await openMeteoStandIn({ today: () => TODAY })
  await prepare()
})
afterEach(async () => {
  // First the provider: what still waits for it ends, and can be kept or not.
  await standIn.close()
  await node.close()
})

function ask(query: Record<string, string | number>, session = golfer.session, at = node) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return at.phone(session).get(`/api/weather?${search}`)
}

const askedLatitudes = () => standIn.asked.forecast.map((query) => query.get('latitude'))
const counts = () => [standIn.asked.search.length, standIn.asked.forecast.length]
const UNAVAILABLE = {
  status: 404,
  body: { code: 'WEATHER_UNAVAILABLE', message: 'Weather data unavailable' },
}

describe('the forecast', () => {
  test('has the five fields, from the hour of the tee time at the course', async () => {
    const answer = await ask({ date: '2026-06-04', time: '08:52', location: 'Calgary, Alberta' })
    const made = standInHour(Number(CALGARY), '2026-06-04', 8)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      condition: expect.any(String),
      temperature: made['temperature_2m'],
      windSpeed: made['wind_speed_10m'],
      windDirection: expect.stringMatching(/^[NS]?[EW]?$/),
      precipProbability: made['precipitation_probability'],
    })
  })

  test('without a time is that of midday, and of Calgary without a location', async () => {
    const made = standInHour(Number(CALGARY), '2026-06-04', 12)
    for (const query of [{ date: '2026-06-04' }, { date: '2026-06-04', location: ' ' }]) {
      const { body } = await ask(query)
      expect(body).toMatchObject({ temperature: made['temperature_2m'] })
    }
    expect(askedLatitudes()).toEqual([CALGARY])
  })

  test.each(['00:00', '23:59'])('reaches the ends of the day: %s', async (time) => {
    const made = standInHour(Number(CALGARY), '2026-06-04', Number(time.slice(0, 2)))
    const { body } = await ask({ date: '2026-06-04', time })
    expect(body).toMatchObject({ temperature: made['temperature_2m'] })
  })
})

describe('where', () => {
  test('a course that cannot be found has the weather of the group’s place', async () => {
    const { id, owner } = await make.group({ homePlace: 'Canmore, AB' })
    const query = { date: '2026-06-04', location: 'Stewart Creek Golf Club', groupId: id }
    expect((await ask(query, owner.session)).status).toBe(200)
    expect(askedLatitudes()).toEqual([CANMORE])
  })

  test('a namesake far from the group’s place is not the course', async () => {
    const { id, owner } = await make.group({ homePlace: 'Canmore, AB' })
    const query = { date: '2026-06-04', groupId: id }
    await ask({ ...query, location: 'Maple Ridge Golf Course' }, owner.session)
    await ask({ ...query, location: 'Inglewood Golf Course' }, owner.session)
    expect(askedLatitudes()).toEqual([CANMORE, '51.03341'])
  })

  test.each([
    ['no place', {}],
    ['a place that nobody knows', { homePlace: 'Nowhere, Alberta' }],
  ])('a group with %s: Calgary', async (_, plan) => {
    const { id, owner } = await make.group(plan)
    const query = { date: '2026-06-04', location: 'Stewart Creek', groupId: id }
    expect((await ask(query, owner.session)).status).toBe(200)
    expect(askedLatitudes()).toEqual([CALGARY])
  })

  test('no group: Calgary', async () => {
    expect((await ask({ date: '2026-06-04', location: 'Stewart Creek' })).status).toBe(200)
    expect(askedLatitudes()).toEqual([CALGARY])
  })

  test('a course that is found is asked for itself', async () => {
    const { id, owner } = await make.group({ homePlace: 'Calgary, Alberta' })
    const query = { date: '2026-06-04', location: 'Banff Golf Club', groupId: id }
    expect((await ask(query, owner.session)).status).toBe(200)
    expect(askedLatitudes()).toEqual(['51.17622'])
  })

  test('any text is a location', async () => {
    for (const location of [
      '⛳️',
      '\u202e,,,',
      "Robert'); drop table groups;--",
      '%00',
      'ﷺ'.repeat(50),
    ]) {
      expect((await ask({ date: '2026-06-04', location })).status, location).toBe(200)
    }
  })
})

describe('when', () => {
  test('the sixteenth day is there, the seventeenth opens tomorrow', async () => {
    expect((await ask({ date: addDays(TODAY, 15) })).status).toBe(200)
    const early = await ask({ date: addDays(TODAY, 16) })
    expect(early.status).toBe(404)
    expect(early.body).toEqual({
      code: 'TOO_EARLY',
      message: 'Forecast opens Tue, Jun 2',
      opensOn: '2026-06-02',
    })
    expect(counts()).toEqual([1, 1])
  })

  test('a far date says when, and nobody is asked', async () => {
    const { body } = await ask({ date: '2027-05-30' })
    expect(body).toMatchObject({ code: 'TOO_EARLY', opensOn: '2027-05-15' })
    expect((await ask({ date: '9999-12-31' })).body).toMatchObject({ opensOn: '9999-12-16' })
    expect(counts()).toEqual([0, 0])
  })

  test('today is the group’s today', async () => {
    node.clock.moveTo('2026-06-01T13:00:00Z')
    const { id, owner } = await make.group({ timeZone: 'Pacific/Auckland' })
    const seventeenth = { date: '2026-06-17' }
    // In Auckland it is the second of June already. The stand-in does not reach so far: no forecast.
    expect(await ask({ ...seventeenth, groupId: id }, owner.session)).toMatchObject(UNAVAILABLE)
    expect((await ask(seventeenth)).body).toMatchObject({ code: 'TOO_EARLY' })
  })

  test('yesterday’s late round has weather, older ones have none and nobody is asked', async () => {
    expect((await ask({ date: addDays(TODAY, -1) })).status).toBe(200)
    const before = counts()
    for (const date of [addDays(TODAY, -2), '1999-01-01', '0001-01-01']) {
      expect(await ask({ date })).toMatchObject(UNAVAILABLE)
    }
    expect(counts()).toEqual(before)
  })
})

describe('who', () => {
  test('a group of others answers like one that does not exist', async () => {
    const { id, owner } = await make.group({ homePlace: 'Canmore, AB' })
    const foreign = await ask({ date: TODAY, groupId: id })
    const missing = await ask({ date: TODAY, groupId: 2_000_000_000 })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toMatchObject({ code: 'NOT_FOUND' })
    expect(missing.text).toBe(foreign.text)
    expect(counts()).toEqual([0, 0])
    const joined = await make.member({ id, slug: '', owner })
    expect((await ask({ date: TODAY, groupId: id }, joined.session)).status).toBe(200)
  })

  test('a visitor is asked to sign in', async () => {
    expect((await node.phone().get(`/api/weather?date=${TODAY}`)).status).toBe(401)
  })

  test.each([
    [{}, 'date'],
    [{ date: '2026-02-30' }, 'date'],
    [{ date: 'tomorrow' }, 'date'],
    [{ date: TODAY, time: '24:00' }, 'time'],
    [{ date: TODAY, groupId: '-1' }, 'groupId'],
    [{ date: TODAY, location: 'x'.repeat(101) }, 'location'],
    [{ date: TODAY, location: 'a\0b' }, 'location'],
  ])('%j is refused, naming %s', async (query, field) => {
    const answer = await ask(query)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    })
    expect(counts()).toEqual([0, 0])
  })
})

describe('what was answered is kept', () => {
  const query = { date: '2026-06-04', time: '08:12', location: 'Canmore, Alberta' }

  test('a second reader asks nobody, at another hour and on another node too', async () => {
    const first = await ask(query)
    const other = await start({}, node.databaseUrl)
    try {
      expect((await ask(query)).body).toEqual(first.body)
      expect((await ask(query, golfer.session, other)).body).toEqual(first.body)
      expect((await ask({ ...query, time: '17:30' })).status).toBe(200)
      expect(counts()).toEqual([1, 1])
    } finally {
      await other.close()
    }
  })

  test('calls at once ask once', async () => {
    standIn.modes.search = 'slow'
    standIn.modes.forecast = 'slow'
    standIn.slowMs = 50
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(query)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(counts()).toEqual([1, 1])
  })

  test('after an hour the forecast is asked for anew, the place is not', async () => {
    await ask(query)
    node.clock.moveBy(HOUR)
    await ask(query)
    expect(counts()).toEqual([1, 2])
  })

  test('that nothing was found is remembered for a day', async () => {
    const unknown = { date: '2026-06-04', location: 'Stewart Creek' }
    await ask(unknown)
    await ask(unknown)
    // Stewart Creek, and Calgary in its stead.
    expect(standIn.asked.search.map((asked) => asked.get('name'))).toEqual([
      'stewart creek',
      'calgary',
    ])
    node.clock.moveBy(24 * HOUR)
    await ask(unknown)
    expect(standIn.asked.search).toHaveLength(3)
  })

  test('a row that another version wrote is asked for again', async () => {
    const first = await ask(query)
    await node.ctx.db.$client.query(`update weather_forecasts set hours = '[{"hour":"eight"}]'`)
    await node.ctx.db.$client.query(`update weather_places set places = '"Canmore"'`)
    expect((await ask(query)).body).toEqual(first.body)
    expect(counts()).toEqual([2, 2])
  })

  test('the purge takes what is too old to be given', async () => {
    await ask(query)
    await ask({ date: '2026-06-04', location: 'Stewart Creek' })
    expect(await purgeWeather(node.ctx)).toBe(0)
    node.clock.moveBy(6 * HOUR + 1)
    expect(await purgeWeather(node.ctx), 'the forecasts of two places').toBe(2)
    node.clock.moveBy(24 * HOUR)
    expect(await purgeWeather(node.ctx), 'that Stewart Creek was not found').toBe(1)
    node.clock.moveBy(180 * 24 * HOUR)
    expect(await purgeWeather(node.ctx), 'Canmore and Calgary').toBe(2)
  })
})

describe('a provider in trouble', () => {
  const query = { date: '2026-06-04', location: 'Canmore, Alberta' }
  const TROUBLES: Mode[] = [
    'hanging',
    'trickling',
    'failing',
    'limited',
    'refusing',
    'garbled',
    'wrong-shape',
    'endless',
    'dropping',
  ]

  test.each(TROUBLES)('%s: no weather, never a 5xx, for forecast and geocoding', async (mode) => {
    await restart({ timeoutMs: 300 })
    standIn.modes.forecast = mode
    expect(await ask(query)).toMatchObject(UNAVAILABLE)
    standIn.modes.search = mode
    expect(await ask({ ...query, location: 'Banff, Alberta' })).toMatchObject(UNAVAILABLE)
  })

  test('absent', async () => {
    await standIn.close()
    expect(await ask(query)).toMatchObject(UNAVAILABLE)
  })

  test('nobody waits for one that hangs much longer than four seconds', async () => {
    // The provider's own patience is ten minutes here: only the card's ends this.
    standIn.modes.search = 'hanging'
    expect(await ask(query)).toMatchObject(UNAVAILABLE)
  })

  test('an older forecast stands in, until it is six hours old', async () => {
    const first = await ask(query)
    standIn.modes.forecast = 'failing'
    node.clock.moveBy(5 * HOUR)
    expect((await ask(query)).body).toEqual(first.body)
    node.clock.moveBy(HOUR)
    expect(await ask(query)).toMatchObject(UNAVAILABLE)
    standIn.modes.forecast = 'ok'
    node.clock.moveBy(30_000)
    expect((await ask(query)).body).toEqual(first.body)
  })

  test('the same card does not ask again at once, on no node', async () => {
    standIn.modes.forecast = 'limited'
    const other = await start({}, node.databaseUrl)
    try {
      for (const at of [node, other, node]) {
        expect(await ask(query, golfer.session, at)).toMatchObject(UNAVAILABLE)
      }
      expect(counts()).toEqual([1, 1])
    } finally {
      await other.close()
    }
  })

  test('a list of cards stops asking after a few', async () => {
    await restart({ failuresToPause: 5 })
    standIn.modes.forecast = 'limited'
    for (let day = 0; day < 16; day++) {
      expect(await ask({ ...query, date: addDays(TODAY, day) })).toMatchObject(UNAVAILABLE)
    }
    expect(counts()).toEqual([1, 5])
  })
})
