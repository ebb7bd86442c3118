import { describe, expect, test } from 'vitest'
import { addDays } from '../platform/clock.ts'
import type { Mode } from '../providers/forecasts/testing/behaviors.ts'
import { inventWeather } from '../providers/forecasts/testing/open-meteo-stand-in.ts'
import {
  CALGARY_LATITUDE,
  CANMORE_LATITUDE,
  HOUR_MS,
  TODAY,
  UNAVAILABLE,
  weatherScene,
} from './testing/weather-scene.ts'

const scene = weatherScene()

describe('the forecast', () => {
  test('has the fields for the hour of the tee time at the course', async () => {
    const answer = await scene.ask({
      date: '2026-06-04',
      time: '08:52',
      location: 'Calgary, Alberta',
    })
    const invented = inventWeather(Number(CALGARY_LATITUDE), '2026-06-04', 8)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      condition: expect.any(String),
      temperature: invented['temperature_2m'],
      windSpeed: invented['wind_speed_10m'],
      windDirection: expect.stringMatching(/^[NS]?[EW]?$/),
      precipProbability: invented['precipitation_probability'],
      place: null,
    })
  })

  test('defaults to midday, and to Calgary without a location', async () => {
    const invented = inventWeather(Number(CALGARY_LATITUDE), '2026-06-04', 12)
    for (const query of [{ date: '2026-06-04' }, { date: '2026-06-04', location: ' ' }]) {
      const { body } = await scene.ask(query)
      expect(body).toMatchObject({ temperature: invented['temperature_2m'] })
    }
    expect(scene.requestedLatitudes()).toEqual([CALGARY_LATITUDE])
  })

  test.each(['00:00', '23:59'])('covers both ends of the day: %s', async (time) => {
    const invented = inventWeather(Number(CALGARY_LATITUDE), '2026-06-04', Number(time.slice(0, 2)))
    const { body } = await scene.ask({ date: '2026-06-04', time })
    expect(body).toMatchObject({ temperature: invented['temperature_2m'] })
  })
})

describe('the location', () => {
  test("falls back to the group's place when the course cannot be found", async () => {
    const { id, owner } = await scene.make.group({ homePlace: 'Canmore, AB' })
    const query = { date: '2026-06-04', location: 'Stewart Creek Golf Club', groupId: id }
    const answer = await scene.ask(query, owner.session)
    expect(answer).toMatchObject({ status: 200, body: { place: 'Canmore' } })
    expect(scene.requestedLatitudes()).toEqual([CANMORE_LATITUDE])
  })

  test("does not take a namesake far from the group's place for the course", async () => {
    const { id, owner } = await scene.make.group({ homePlace: 'Canmore, AB' })
    const query = { date: '2026-06-04', groupId: id }
    await scene.ask({ ...query, location: 'Maple Ridge Golf Course' }, owner.session)
    await scene.ask({ ...query, location: 'Inglewood Golf Course' }, owner.session)
    expect(scene.requestedLatitudes()).toEqual([CANMORE_LATITUDE, '51.03341'])
  })

  test.each([
    ['no place', {}],
    ['an unknown place', { homePlace: 'Nowhere, Alberta' }],
  ])('is Calgary for a group with %s', async (_, plan) => {
    const { id, owner } = await scene.make.group(plan)
    const query = { date: '2026-06-04', location: 'Stewart Creek', groupId: id }
    expect((await scene.ask(query, owner.session)).status).toBe(200)
    expect(scene.requestedLatitudes()).toEqual([CALGARY_LATITUDE])
  })

  test('is Calgary without a group', async () => {
    const answer = await scene.ask({ date: '2026-06-04', location: 'Stewart Creek' })
    expect(answer).toMatchObject({ status: 200, body: { place: 'Calgary' } })
    expect(scene.requestedLatitudes()).toEqual([CALGARY_LATITUDE])
  })

  test('is the course when it is found', async () => {
    const { id, owner } = await scene.make.group({ homePlace: 'Calgary, Alberta' })
    const query = { date: '2026-06-04', location: 'Banff Golf Club', groupId: id }
    const answer = await scene.ask(query, owner.session)
    expect(answer).toMatchObject({ status: 200, body: { place: null } })
    expect(scene.requestedLatitudes()).toEqual(['51.17622'])
  })

  test('may be any text', async () => {
    for (const location of [
      '⛳️',
      '\u202e,,,',
      "Robert'); drop table groups;--",
      '%00',
      'ﷺ'.repeat(50),
    ]) {
      expect((await scene.ask({ date: '2026-06-04', location })).status, location).toBe(200)
    }
  })
})

describe('the date', { tags: 'thorough' }, () => {
  test('can be the sixteenth day, but not yet the seventeenth', async () => {
    expect((await scene.ask({ date: addDays(TODAY, 15) })).status).toBe(200)
    const tooEarly = await scene.ask({ date: addDays(TODAY, 16) })
    expect(tooEarly.status).toBe(404)
    expect(tooEarly.body).toEqual({
      code: 'TOO_EARLY',
      message: 'No forecast until Tue, Jun 2',
      opensOn: '2026-06-02',
    })
    expect(scene.requestCounts()).toEqual([1, 1])
  })

  test('far ahead returns the day on which its forecast becomes available, without a request', async () => {
    const { body } = await scene.ask({ date: '2027-05-30' })
    expect(body).toMatchObject({ code: 'TOO_EARLY', opensOn: '2027-05-15' })
    expect((await scene.ask({ date: '9999-12-31' })).body).toMatchObject({ opensOn: '9999-12-16' })
    expect(scene.requestCounts()).toEqual([0, 0])
  })

  test("counts from today in the group's time zone", async () => {
    scene.node.clock.moveTo('2026-06-01T13:00:00Z')
    const { id, owner } = await scene.make.group({ timeZone: 'Pacific/Auckland' })
    const june17 = { date: '2026-06-17' }
    // In Auckland, it is already June 2, so June 17 is near enough to ask the provider. The stand-in for the
    // provider has no forecast that far ahead.
    expect(await scene.ask({ ...june17, groupId: id }, owner.session)).toMatchObject(UNAVAILABLE)
    expect((await scene.ask(june17)).body).toMatchObject({ code: 'TOO_EARLY' })
  })

  test('can be yesterday, for a late round, but nothing older is requested', async () => {
    expect((await scene.ask({ date: addDays(TODAY, -1) })).status).toBe(200)
    const before = scene.requestCounts()
    for (const date of [addDays(TODAY, -2), '1999-01-01', '0001-01-01']) {
      expect(await scene.ask({ date })).toMatchObject(UNAVAILABLE)
    }
    expect(scene.requestCounts()).toEqual(before)
  })
})

describe('a failing provider', { tags: 'thorough' }, () => {
  const query = { date: '2026-06-04', location: 'Canmore, Alberta' }
  const FAILURE_MODES: Mode[] = [
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

  test.each(FAILURE_MODES)(
    'that is %s leads to no weather but never to a 5xx, for forecasts and geocoding',
    async (mode) => {
      await scene.restart({ callMs: 300 })
      scene.standIn.modes.forecast = mode
      expect(await scene.ask(query)).toMatchObject(UNAVAILABLE)
      scene.standIn.modes.search = mode
      expect(await scene.ask({ ...query, location: 'Banff, Alberta' })).toMatchObject(UNAVAILABLE)
    },
  )

  test("fails only once when the location has no name and the group's place fails", async () => {
    const { id, owner } = await scene.make.group({ homePlace: 'Canmore, AB' })
    scene.standIn.modes.search = 'failing'
    const nameless = { date: '2026-06-04', location: 'Golf Course', groupId: id }
    expect(await scene.ask(nameless, owner.session)).toMatchObject(UNAVAILABLE)
  })

  test('that is unreachable leads to no weather', async () => {
    await scene.standIn.close()
    expect(await scene.ask(query)).toMatchObject(UNAVAILABLE)
  })

  test('that hangs keeps nobody waiting much longer than four seconds', async () => {
    // Requests to the provider time out after ten minutes here, so only MAX_WAIT_MS can end the call.
    scene.standIn.modes.search = 'hanging'
    expect(await scene.ask(query)).toMatchObject(UNAVAILABLE)
  })

  test('is replaced by an older forecast for up to six hours', async () => {
    const first = await scene.ask(query)
    scene.standIn.modes.forecast = 'failing'
    scene.node.clock.moveBy(5 * HOUR_MS)
    expect((await scene.ask(query)).body).toEqual(first.body)
    // On a slow machine, the old answer is returned before the request has failed.
    const failures = 'select 1 from weather_forecasts where failed_at is not null'
    const { $client } = scene.node.ctx.db
    await expect.poll(async () => (await $client.query(failures)).rowCount).toBe(1)
    scene.node.clock.moveBy(HOUR_MS)
    expect(await scene.ask(query)).toMatchObject(UNAVAILABLE)
    scene.standIn.modes.forecast = 'ok'
    scene.node.clock.moveBy(30_000)
    expect((await scene.ask(query)).body).toEqual(first.body)
  })

  test('gets no second request for the same card right away, from any node', async () => {
    scene.standIn.modes.forecast = 'limited'
    const other = await scene.startSecondNode()
    try {
      for (const node of [scene.node, other, scene.node]) {
        expect(await scene.ask(query, scene.golfer.session, node)).toMatchObject(UNAVAILABLE)
      }
      expect(scene.requestCounts()).toEqual([1, 1])
    } finally {
      await other.close()
    }
  })

  test('gets no requests for the rest of a list of cards after a few failures', async () => {
    await scene.restart({ failuresToPause: 5 })
    scene.standIn.modes.forecast = 'limited'
    for (let day = 0; day < 16; day++) {
      expect(await scene.ask({ ...query, date: addDays(TODAY, day) })).toMatchObject(UNAVAILABLE)
    }
    expect(scene.requestCounts()).toEqual([1, 5])
  })
})
