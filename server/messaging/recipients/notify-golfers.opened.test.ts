import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2020-06-01T16:00:00Z'
const MINUTE = 60_000

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer
let cy: TestGolfer
let teeTime: TeeTime

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group()
  bob = await make.member(group, { name: 'Bob' })
  cy = await make.member(group, { name: 'Cy' })
  teeTime = await postTeeTime({ date: '2020-06-03' })
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function postTeeTime(plan: Parameters<typeof make.teeTime>[1]): Promise<TeeTime> {
  const card = await make.teeTime(group, { maxPlayers: 1, players: [bob], ...plan })
  await app.runJobs()
  return card
}

async function tap(golfer: TestGolfer, what: 'claim' | 'unclaim', { id } = teeTime) {
  const { status } = await app.phone(golfer.session).post(`/api/tee-times/${id}/${what}`)
  expect(status).toBe(200)
}

async function runJobsAndListNotified({ id } = teeTime): Promise<string[]> {
  await app.runJobs()
  const rows = await query(
    `select g.name from deliveries d join golfers g on g.id = d.golfer_id
     where d.event = 'opened' and d.tee_time_ids = array[$1::int] order by d.id`,
    [id],
  )
  return rows.map(({ name }) => name)
}

test('notifies members who do not play, except the creator and the golfer who left', async () => {
  await tap(bob, 'unclaim')
  expect(await runJobsAndListNotified()).toEqual(['Cy'])
})

test('notifies at most once in 15 minutes', async () => {
  await tap(bob, 'unclaim')
  await runJobsAndListNotified()
  await tap(bob, 'claim')
  app.clock.moveBy(14 * MINUTE)
  await tap(bob, 'unclaim')
  expect(await runJobsAndListNotified()).toEqual(['Cy'])
  await tap(bob, 'claim')
  app.clock.moveBy(MINUTE)
  await tap(bob, 'unclaim')
  expect(await runJobsAndListNotified()).toEqual(['Cy', 'Cy'])
})

test('sends nothing about a spot that was taken again before anyone was notified', async () => {
  await tap(bob, 'unclaim')
  await tap(cy, 'claim')
  expect(await runJobsAndListNotified()).toEqual([])
})

test('notifies at most 48 hours before tee-off, to the minute', async () => {
  const nearTeeTime = await postTeeTime({ date: '2020-06-03', time: '10:00' })
  const farTeeTime = await postTeeTime({ date: '2020-06-03', time: '10:01' })
  await tap(bob, 'unclaim', nearTeeTime)
  await tap(bob, 'unclaim', farTeeTime)
  expect(await runJobsAndListNotified(nearTeeTime)).toEqual(['Cy'])
  expect(await runJobsAndListNotified(farTeeTime)).toEqual([])
})

test('notifies the other members when the removal of a member frees a spot', async () => {
  const path = `/api/groups/${group.id}/members/${bob.id}`
  expect((await app.phone(group.owner.session).delete(path)).status).toBe(200)
  expect(await runJobsAndListNotified()).toEqual(['Cy'])
})

test('sends nothing if the tee time already had an open spot', async () => {
  const roomyTeeTime = await postTeeTime({ date: '2020-06-03', maxPlayers: 4 })
  await tap(bob, 'unclaim', roomyTeeTime)
  expect(await runJobsAndListNotified(roomyTeeTime)).toEqual([])
})
