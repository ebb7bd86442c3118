// @module-tag thorough
import { describe, expect, test } from 'vitest'
import { TODAY, weatherScene } from './testing/weather-scene.ts'

const scene = weatherScene()

describe('access to weather', () => {
  test('returns the same 404 for a group I am not in and for one that does not exist', async () => {
    const { id, owner } = await scene.make.group({ homePlace: 'Canmore, AB' })
    const foreign = await scene.ask({ date: TODAY, groupId: id })
    const missing = await scene.ask({ date: TODAY, groupId: 2_000_000_000 })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toMatchObject({ code: 'NOT_FOUND' })
    expect(missing.text).toBe(foreign.text)
    expect(scene.requestCounts()).toEqual([0, 0])
    const joined = await scene.make.member({ id, slug: '', owner })
    expect((await scene.ask({ date: TODAY, groupId: id }, joined.session)).status).toBe(200)
  })

  test('returns 401 to a visitor', async () => {
    expect((await scene.node.phone().get(`/api/weather?date=${TODAY}`)).status).toBe(401)
  })

  test.each([
    [{}, 'date'],
    [{ date: '2026-02-30' }, 'date'],
    [{ date: 'tomorrow' }, 'date'],
    [{ date: TODAY, time: '24:00' }, 'time'],
    [{ date: TODAY, groupId: '-1' }, 'groupId'],
    [{ date: TODAY, location: 'x'.repeat(101) }, 'location'],
    [{ date: TODAY, location: 'a\0b' }, 'location'],
  ])('refuses %j with an error for the field %s', async (query, field) => {
    const answer = await scene.ask(query)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    })
    expect(scene.requestCounts()).toEqual([0, 0])
  })
})
