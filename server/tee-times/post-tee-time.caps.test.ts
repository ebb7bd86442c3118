// @module-tag thorough
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_POSTED_BY_GOLFER, MAX_POSTED_IN_GROUP } from '../../contract/limits.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { postRecurringTeeTimes } from './recurring/post-due.ts'

let testApp: TestApp
let otherNode: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup

const START = '2026-06-01T16:00:00Z'
const DATE = '2026-06-06'
const HOUR = 3_600_000

beforeAll(async () => {
  testApp = await startTestApp({ at: START })
  otherNode = await startTestApp({ at: START, databaseUrl: testApp.databaseUrl })
  make = factories(testApp.ctx)
})
afterAll(async () => {
  await otherNode.close()
  await testApp.close()
})
beforeEach(async () => {
  testApp.clock.moveTo(START)
  group = await make.group()
})

let postCount = 0

/** Posts a tee time with a new course, because a second identical post would return the first tee time. */
function post(golfer: TestGolfer = group.owner, app = testApp, date = DATE) {
  postCount += 1
  const plan = { course: `Course ${postCount}`, date, time: '08:12', groupId: group.id }
  return app.phone(golfer.session).post('/api/tee-times', plan)
}

async function postMany(count: number, creator: TestGolfer): Promise<void> {
  for (let n = 0; n < count; n += 1) await make.teeTime(group, { creator, date: DATE })
}

const listCards = async () =>
  (await testApp.phone(group.owner.session).get(`/api/groups/slug/${group.slug}/tee-times`))
    .body as TeeTime[]

const TOO_MANY = { status: 409, body: { code: 'TOO_MANY', message: expect.any(String) } }

test('enforces the limit for one golfer, even when many posts race on two nodes', async () => {
  await postMany(MAX_POSTED_BY_GOLFER - 3, group.owner)
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => post(group.owner, n % 2 === 0 ? testApp : otherNode)),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(13)
  for (const answer of refused) expect(answer).toMatchObject(TOO_MANY)
  expect(await listCards()).toHaveLength(MAX_POSTED_BY_GOLFER)
  expect((await post(await make.member(group))).status).toBe(201)
})

test('enforces the limit for a group, no matter who posts', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => make.member(group)))
  await postMany(MAX_POSTED_IN_GROUP / 2, group.owner)
  await postMany(MAX_POSTED_IN_GROUP / 2 - 3, members[0] ?? group.owner)
  const answers = await Promise.all(
    members.slice(1).map((member, n) => post(member, n % 2 === 0 ? testApp : otherNode)),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(4)
  for (const answer of refused) expect(answer).toMatchObject(TOO_MANY)
  expect(await listCards()).toHaveLength(MAX_POSTED_IN_GROUP)
})

test('allows a new post after a tee time is canceled or has been played', async () => {
  await postMany(MAX_POSTED_BY_GOLFER, group.owner)
  expect(await post()).toMatchObject(TOO_MANY)
  const [first] = await listCards()
  await testApp.phone(group.owner.session).delete(`/api/tee-times/${first?.id}`)
  expect((await post()).status).toBe(201)
  expect(await post()).toMatchObject(TOO_MANY)
  // Tee-off is at 14:12 UTC; a card stays on the list for four hours.
  testApp.clock.moveTo(`${DATE}T18:00:00Z`)
  expect(await post(group.owner, testApp, '2026-06-07')).toMatchObject(TOO_MANY)
  testApp.clock.moveBy(HOUR)
  expect((await post(group.owner, testApp, '2026-06-07')).status).toBe(201)
})

test('posts a recurring tee time later, and refuses a new one, while the limit is reached', async () => {
  const createRecurring = (date: string) =>
    testApp.phone(group.owner.session).post(`/api/groups/${group.id}/standing-times`, {
      ...{ course: 'Weekly', date, time: '08:12', everyWeeks: 1, daysAhead: 7 },
    })
  expect((await createRecurring(DATE)).status).toBe(201)
  await postMany(MAX_POSTED_BY_GOLFER - 1, group.owner)
  expect(await createRecurring('2026-06-07')).toMatchObject(TOO_MANY)
  // The next date is due while the list is still full.
  testApp.clock.moveTo(`${DATE}T15:00:00Z`)
  const listWeekly = async () => (await listCards()).filter(({ course }) => course === 'Weekly')
  await postRecurringTeeTimes(testApp.ctx)
  expect((await listWeekly()).map(({ date }) => date)).toEqual([DATE])
  const [played] = await listWeekly()
  await testApp.ctx.db.$client.query('update tee_times set cancelled_at = now() where id = $1', [
    played?.id,
  ])
  await postRecurringTeeTimes(testApp.ctx)
  expect((await listWeekly()).map(({ date }) => date)).toEqual(['2026-06-13'])
})

test('returns the list of a full group quickly and in a limited size', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => make.member(group)))
  for (let n = 0; n < MAX_POSTED_IN_GROUP; n += 1) {
    await make.teeTime(group, { date: DATE, notes: 'é'.repeat(500), maxPlayers: 8 })
  }
  await testApp.ctx.db.$client.query(
    `update spots s set status = 'player', golfer_id = ($1::int[])[s.position],
       claim_id = nextval('spot_claims'), claimed_at = now()
     from tee_times t where t.id = s.tee_time_id and t.group_id = $2`,
    [players.map(({ id }) => id), group.id],
  )
  const startedAt = performance.now()
  const { text } = await testApp
    .phone(group.owner.session)
    .get(`/api/groups/slug/${group.slug}/tee-times`)
  const durationMs = performance.now() - startedAt
  expect(durationMs).toBeLessThan(2_000)
  expect((JSON.parse(text) as TeeTime[]).length).toBe(MAX_POSTED_IN_GROUP)
  expect(Buffer.byteLength(text)).toBeLessThan(500_000)
})
