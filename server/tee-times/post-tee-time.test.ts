import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let testApp: TestApp
let otherNode: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup

beforeAll(async () => {
  testApp = await startTestApp()
  otherNode = await startTestApp({ databaseUrl: testApp.databaseUrl })
  make = factories(testApp.ctx)
})
afterAll(async () => {
  await otherNode.close()
  await testApp.close()
})
beforeEach(async () => {
  group = await make.group()
})

async function post(
  change: object = {},
  as: TestGolfer = group.owner,
  app = testApp,
): Promise<TeeTime> {
  const answer = await app.phone(as.session).post('/api/tee-times', {
    course: 'Priddis Greens',
    date: '2026-06-06',
    time: '08:00',
    groupId: group.id,
    ...change,
  })
  expect(answer.status).toBe(201)
  return answer.body as TeeTime
}

describe('posting the same tee time again', () => {
  test('within a minute returns the first tee time in its current state', async () => {
    const first = await post({ joinAsPlayer: true, notes: ' ' })
    const buddy = await make.member(group)
    await testApp.phone(buddy.session).post(`/api/tee-times/${first.id}/claim`, {})
    testApp.clock.moveBy(59_000)
    expect(await post({ joinAsPlayer: true, notes: null })).toMatchObject({
      id: first.id,
      participants: [{ id: group.owner.id }, { id: buddy.id }],
    })
    testApp.clock.moveBy(1_000)
    expect(await post({ joinAsPlayer: true })).not.toMatchObject({ id: first.id })
  })

  test('at the same moment on two nodes posts only one', async () => {
    const posted = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post({}, group.owner, index % 2 ? testApp : otherNode),
      ),
    )
    expect(new Set(posted.map(({ id }) => id)).size).toBe(1)
  })

  test('after a cancellation posts a new one', async () => {
    const first = await post()
    await testApp.phone(group.owner.session).delete(`/api/tee-times/${first.id}`)
    expect(await post()).not.toMatchObject({ id: first.id })
  })
})

test.each([
  { course: 'Lakeview' },
  { date: '2026-06-07' },
  { time: '08:10' },
  { notes: 'Cart included' },
  { maxPlayers: 3 },
  { cost: 5_000 },
  { cancelHours: 24 },
  { joinAsPlayer: true },
])('posts a second tee time with different content: %o', async (change) => {
  const first = await post()
  expect(await post(change)).not.toMatchObject({ id: first.id })
})

test('posts the same tee time for another golfer', async () => {
  const first = await post()
  expect(await post({}, await make.member(group))).not.toMatchObject({ id: first.id })
})
