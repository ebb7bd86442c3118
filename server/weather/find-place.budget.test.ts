// @module-tag thorough
import { expect, test } from 'vitest'
import { factories } from '../system-tests/testing/factories.ts'
import { TODAY, UNAVAILABLE, weatherScene } from './testing/weather-scene.ts'

const scene = weatherScene()

const LOOKUPS_PER_GOLFER = 60
const MINUTE = 60_000

const searchCount = () => scene.requestCounts()[0]

async function exhaustBudget(session = scene.golfer.session): Promise<void> {
  for (let n = 0; n < LOOKUPS_PER_GOLFER + 10; n += 1) {
    await scene.ask({ date: TODAY, location: `Nowhere ${session.slice(0, 6)} ${n}` }, session)
  }
}

test('limits the lookups for a golfer who makes up places', async () => {
  await scene.ask({ date: TODAY, location: 'Canmore, Alberta' })
  await exhaustBudget()
  // One more lookup is for the default place, which replaces places that are not found.
  expect(searchCount()).toBeLessThanOrEqual(LOOKUPS_PER_GOLFER + 1)
  expect(await scene.ask({ date: TODAY, location: 'Banff, Alberta' })).toMatchObject(UNAVAILABLE)
  // Places that were looked up before need no lookup, whether or not they were found.
  expect((await scene.ask({ date: TODAY, location: 'Canmore, Alberta' })).status).toBe(200)
  expect((await scene.ask({ date: TODAY, location: 'Nowhere at all' })).status).toBe(404)
  scene.node.clock.moveBy(10 * MINUTE)
  expect((await scene.ask({ date: TODAY, location: 'Banff, Alberta' })).status).toBe(200)
})

test('returns weather for a posted course after golfers have used up their budget', async () => {
  const make = factories(scene.node.ctx)
  const group = await make.group()
  await make.teeTime(group, { course: 'Banff, Alberta', date: '2026-06-03' })
  await exhaustBudget(group.owner.session)
  for (let n = 0; n < 5; n += 1) await exhaustBudget((await make.golfer()).session)
  const before = searchCount()
  expect(before).toBeLessThanOrEqual(301)
  const { session } = await make.golfer()
  expect(await scene.ask({ date: TODAY, location: 'Red Deer' }, session)).toMatchObject(UNAVAILABLE)
  const posted = { date: '2026-06-03', location: 'Banff, Alberta', groupId: group.id }
  expect((await scene.ask(posted, group.owner.session)).status).toBe(200)
  expect(searchCount()).toBe(before + 1)
  // The budget of the group is only for courses that it has posted.
  const madeUp = { ...posted, location: 'Red Deer' }
  expect(await scene.ask(madeUp, group.owner.session)).toMatchObject(UNAVAILABLE)
})
