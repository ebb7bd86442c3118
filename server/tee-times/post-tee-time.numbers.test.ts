import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { addDays, localDateOf } from '../platform/clock.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const DAY = 86_400_000

let app: TestApp
/** Another node on the same database. */
let otherNode: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp()
  otherNode = await startTestApp({ databaseUrl: app.databaseUrl })
  make = factories(app.ctx)
})
afterAll(async () => {
  await otherNode.close()
  await app.close()
})

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  otherNode.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
})

const postAndGetNumber = async (options?: Parameters<typeof make.teeTime>[1], of = group) =>
  (await make.teeTime(of, options)).number

const moveClockAfter = (iso: string, milliseconds: number) =>
  app.clock.moveTo(new Date(Date.parse(iso) + milliseconds).toISOString())

describe('the number of a tee time', () => {
  test('counts from 1 in each group', async () => {
    expect([await postAndGetNumber(), await postAndGetNumber(), await postAndGetNumber()]).toEqual([
      1, 2, 3,
    ])
    expect(await postAndGetNumber({}, await make.group())).toBe(1)
    expect(await postAndGetNumber()).toBe(4)
  })

  test('is the same on the card, in the list and in live events, and cannot be set', async () => {
    const owner = app.phone(group.owner.session)
    const live = await owner.live()
    const posted = await owner.post('/api/tee-times', {
      course: 'Lakeview',
      date: '2026-06-06',
      time: '08:12',
      groupId: group.id,
      number: 99,
    })
    expect(posted).toMatchObject({ status: 201, body: { number: 1 } })
    const list = await owner.get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(list.body).toMatchObject([{ number: 1 }])
    expect(await live.next((event) => event.type === 'tee-time')).toMatchObject({
      teeTime: { number: 1 },
    })
    live.close()
  })

  test('is reused 60 days after tee-off, not a moment before', async () => {
    const first = await make.teeTime(group)
    await postAndGetNumber({ date: '2026-09-30' })
    moveClockAfter(first.startsAt, 60 * DAY - 1)
    expect(await postAndGetNumber()).toBe(3)
    moveClockAfter(first.startsAt, 60 * DAY)
    expect(await postAndGetNumber()).toBe(1)
    expect(await postAndGetNumber()).toBe(4)
  })

  test('stays taken when the tee time is canceled or archived', async () => {
    const cancelled = await make.teeTime(group)
    await app.phone(group.owner.session).delete(`/api/tee-times/${cancelled.id}`)
    expect(await postAndGetNumber()).toBe(2)
    moveClockAfter(cancelled.startsAt, 5 * 3_600_000)
    await app.phone(group.owner.session).send('/api/cleanup/past-tee-times', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    expect(await postAndGetNumber()).toBe(3)
  })

  test('stays the same when the tee time moves, and taken until 60 days after the new tee-off', async () => {
    const posted = await make.teeTime(group)
    const answer = await app
      .phone(group.owner.session)
      .put(`/api/tee-times/${posted.id}`, { date: '2026-08-01', version: 1 })
    expect(answer.body).toMatchObject({ number: 1, date: '2026-08-01' })
    moveClockAfter(posted.startsAt, 60 * DAY)
    expect(await postAndGetNumber()).toBe(2)
  })

  test('stays small in a group that posts every day for a year', { tags: 'thorough' }, async () => {
    let highest = 0
    for (let day = 0; day < 365; day += 1) {
      highest = Math.max(highest, await postAndGetNumber())
      app.clock.moveBy(DAY)
    }
    // A number is taken for 63 days: for the 3 days before tee-off and the 60 days after it. So at most 63
    // numbers are taken when a tee time is posted, and the new tee time gets at most number 64.
    expect(highest).toBeLessThanOrEqual(64)
  })
})

test('runs from 1 to 50 without duplicates for 50 simultaneous posts on two nodes', {
  tags: 'thorough',
}, async () => {
  const posters: TestGolfer[] = []
  for (let n = 0; n < 10; n += 1) posters.push(await make.member(group))
  const otherGroup = await make.group()
  const date = addDays(localDateOf(app.clock.now(), 'America/Edmonton'), 3)
  let postCount = 0
  const post = ({ session }: TestGolfer, node: TestApp, groupId: number) => {
    postCount += 1
    // The notes are unique, because a second identical post would return the first tee time.
    const plan = { course: 'Lakeview', date, time: '08:12', notes: `Post ${postCount}`, groupId }
    return node.phone(session).post('/api/tee-times', plan)
  }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      post(posters[index % 10] ?? group.owner, index % 2 === 0 ? app : otherNode, group.id),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
  const numbers = answers.map(({ body }) => (body as TeeTime).number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect((await post(otherGroup.owner, otherNode, otherGroup.id)).body).toMatchObject({ number: 1 })
})
