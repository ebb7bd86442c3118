// @module-tag thorough
import { describe, expect, test } from 'vitest'
import { purgeWeather } from './read-weather.ts'
import { HOUR_MS, weatherScene } from './testing/weather-scene.ts'

const scene = weatherScene()

describe('stored weather', () => {
  const query = { date: '2026-06-04', time: '08:12', location: 'Canmore, Alberta' }

  test('is returned without a request, at another hour and on another node too', async () => {
    const first = await scene.ask(query)
    const other = await scene.startSecondNode()
    try {
      expect((await scene.ask(query)).body).toEqual(first.body)
      expect((await scene.ask(query, scene.golfer.session, other)).body).toEqual(first.body)
      expect((await scene.ask({ ...query, time: '17:30' })).status).toBe(200)
      expect(scene.requestCounts()).toEqual([1, 1])
    } finally {
      await other.close()
    }
  })

  test('is requested once for simultaneous calls', async () => {
    scene.standIn.modes.search = 'slow'
    scene.standIn.modes.forecast = 'slow'
    scene.standIn.slowMs = 50
    const answers = await Promise.all(Array.from({ length: 12 }, () => scene.ask(query)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(scene.requestCounts()).toEqual([1, 1])
  })

  test('is refreshed after an hour, without looking up the place again', async () => {
    await scene.ask(query)
    scene.node.clock.moveBy(HOUR_MS)
    await scene.ask(query)
    expect(scene.requestCounts()).toEqual([1, 2])
  })

  test('remembers for a day that nothing was found', async () => {
    const unknown = { date: '2026-06-04', location: 'Stewart Creek' }
    await scene.ask(unknown)
    await scene.ask(unknown)
    // Stewart Creek, then Calgary as the default place.
    expect(scene.standIn.requests.search.map((query) => query.get('name'))).toEqual([
      'stewart creek',
      'calgary',
    ])
    scene.node.clock.moveBy(24 * HOUR_MS)
    await scene.ask(unknown)
    expect(scene.standIn.requests.search).toHaveLength(3)
  })

  test('is requested again when another version of the app stored it in another shape', async () => {
    const first = await scene.ask(query)
    await scene.node.ctx.db.$client.query(
      `update weather_forecasts set hours = '[{"hour":"eight"}]'`,
    )
    await scene.node.ctx.db.$client.query(`update weather_places set places = '"Canmore"'`)
    expect((await scene.ask(query)).body).toEqual(first.body)
    expect(scene.requestCounts()).toEqual([2, 2])
  })

  test('is purged when it is too old to return', async () => {
    await scene.ask(query)
    await scene.ask({ date: '2026-06-04', location: 'Stewart Creek' })
    expect(await purgeWeather(scene.node.ctx)).toBe(0)
    scene.node.clock.moveBy(6 * HOUR_MS + 1)
    expect(await purgeWeather(scene.node.ctx), 'the forecasts of two places').toBe(2)
    scene.node.clock.moveBy(24 * HOUR_MS)
    expect(await purgeWeather(scene.node.ctx), 'that Stewart Creek was not found').toBe(1)
    scene.node.clock.moveBy(180 * 24 * HOUR_MS)
    expect(await purgeWeather(scene.node.ctx), 'Canmore and Calgary').toBe(2)
  })
})
