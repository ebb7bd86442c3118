import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group)
})

const DATE = '2026-06-03'
const TEE_OFF = '2026-06-03T14:12:00Z'
const as = (golfer: TestGolfer) => app.phone(golfer.session)
const postFull = () => make.teeTime(group, { date: DATE, maxPlayers: 1, players: [group.owner] })
const joinWaitingList = ({ id }: TeeTime, body = {}) =>
  as(ann).post(`/api/tee-times/${id}/wait`, body)

/** Returns how many waiting lists Ann sees, and how many waiting lists and reservations she exports. */
async function countShown(): Promise<unknown[]> {
  const { body: waitingLists } = await as(ann).get('/api/my-lines')
  const { body: data } = await as(ann).get('/api/my-data')
  return [(waitingLists as unknown[]).length, (data as { waiting: unknown[] }).waiting.length]
}

test('hides waiting lists and reservations of canceled and past tee times', async () => {
  const [cancelled, past] = [await postFull(), await postFull()]
  for (const card of [cancelled, past]) expect((await joinWaitingList(card)).status).toBe(200)
  for (const isCancelled of [true, false]) {
    const { id } = await make.teeTime(group, { date: DATE })
    await as(group.owner).post(`/api/tee-times/${id}/holds`, {
      forGolferId: ann.id,
      date: DATE,
      time: '08:00',
    })
    if (isCancelled) await as(group.owner).delete(`/api/tee-times/${id}`)
  }
  expect(await countShown()).toEqual([2, 3])
  await as(group.owner).delete(`/api/tee-times/${cancelled.id}`)
  expect(await countShown()).toEqual([1, 2])
  app.clock.moveTo(TEE_OFF)
  expect(await countShown()).toEqual([0, 0])
})

test('refuses changes to the waiting list after tee-off', async () => {
  const card = await postFull()
  await joinWaitingList(card)
  app.clock.moveTo(TEE_OFF)
  const past = { status: 409, body: { code: 'TEE_TIME_PAST', teeTime: { id: card.id } } }
  expect(await joinWaitingList(card, { autoAccept: true })).toMatchObject(past)
  const bob = await make.member(group)
  expect(await as(bob).post(`/api/tee-times/${card.id}/wait`, {})).toMatchObject(past)
})

test('deletes waiting lists four hours after tee-off', async () => {
  const [cancelled, past] = [await postFull(), await postFull()]
  const later = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
  for (const card of [cancelled, past, later]) await joinWaitingList(card)
  await as(group.owner).delete(`/api/tee-times/${cancelled.id}`)
  const listKept = async () => {
    await app.ctx.db.execute(`select graphile_worker.add_job('archive_tee_times')`)
    await app.runJobs()
    const { rows } = await app.ctx.db.execute<{ id: number }>(
      `select tee_time_id as id from waiting_list where golfer_id = ${ann.id} order by id`,
    )
    return rows.map(({ id }) => id)
  }
  app.clock.moveTo('2026-06-03T18:11:59Z')
  expect(await listKept()).toEqual([cancelled.id, past.id, later.id])
  app.clock.moveTo('2026-06-03T18:12:00Z')
  expect(await listKept()).toEqual([later.id])
})
