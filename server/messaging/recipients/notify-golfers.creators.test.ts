import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { authorizeTeeTimeMemberWithoutSession } from '../../tee-times/access.ts'
import { claimSpot, leaveSpot } from '../../tee-times/claim-spot.ts'
import { notifyCreators } from './notify-golfers.ts'

const START = '2020-06-01T16:00:00Z'
const MINUTE = 60_000

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  make = factories(app.ctx)
  group = await make.group({ name: 'Saturday Stampede' })
})
afterEach(async () => {
  await query('delete from graphile_worker._private_jobs')
  await query('delete from messages')
})

const query = (statement: string, values: unknown[] = []) =>
  app.ctx.db.$client.query(statement, values)

async function readDueAt({ id }: TeeTime): Promise<Date | null | undefined> {
  const { rows } = await query(
    'select due_at as "dueAt" from creator_notices where tee_time_id = $1',
    [id],
  )
  return rows[0]?.dueAt
}

async function notifyAfterFiveMinutes(): Promise<void> {
  app.clock.moveBy(5 * MINUTE)
  await notifyCreators(app.ctx)
  await app.runJobs()
}

/** Nobody in these tests has agreed to texts, so creators get emails. */
async function listMails(): Promise<{ recipient: string; subject: string; body: string }[]> {
  const { rows } = await query(
    `select recipient, subject, body from messages where subject like '%filled' order by id`,
  )
  return rows
}

const authorize = (golfer: { id: number }, teeTime: TeeTime) =>
  authorizeTeeTimeMemberWithoutSession(app.ctx, golfer.id, teeTime.id)
const claim = async (golfer: { id: number }, teeTime: TeeTime) =>
  claimSpot(app.ctx, await authorize(golfer, teeTime))
const leave = async (golfer: { id: number }, teeTime: TeeTime) =>
  leaveSpot(app.ctx, await authorize(golfer, teeTime))

test('combines three claims within five minutes into one email', async () => {
  const teeTime = await make.teeTime(group, { joinAsPlayer: true })
  for (const name of ['Bob', 'Cy', 'Di']) {
    await claim(await make.member(group, { name }), teeTime)
    app.clock.moveBy(MINUTE)
  }
  expect(await readDueAt(teeTime)).toEqual(new Date(Date.parse(START) + 5 * MINUTE))
  app.clock.moveBy(2 * MINUTE - 1)
  await notifyCreators(app.ctx)
  await app.runJobs()
  expect(await listMails()).toEqual([])
  app.clock.moveBy(1)
  await notifyCreators(app.ctx)
  await app.runJobs()
  expect(await readDueAt(teeTime)).toBeUndefined()
  expect(await listMails()).toEqual([
    {
      recipient: group.owner.email,
      subject: 'Shaganappi Point, Thu, Jun 4, 8:12 AM: 4 of 4 filled',
      body: expect.stringContaining(
        '4 of 4 spots are filled at Shaganappi Point on Thu, Jun 4 at 8:12 AM: you, Bob, Cy, and Di. No spots are open.',
      ),
    },
  ])
  expect((await listMails())[0]?.body).toContain(`https://golf.example/${group.slug}?t=1\n`)
})

test('describes the tee time as it is when the message is sent', async () => {
  const teeTime = await make.teeTime(group)
  const bob = await make.member(group, { name: 'Bob' })
  await claim(bob, teeTime)
  await claim(await make.member(group, { name: 'Cy' }), teeTime)
  await leave(bob, teeTime)
  await notifyAfterFiveMinutes()
  expect(await listMails()).toMatchObject([
    {
      body: expect.stringContaining(
        ' is filled at Shaganappi Point on Thu, Jun 4 at 8:12 AM: Cy. 3 spots are open.',
      ),
    },
  ])
})

test('describes changes after an email in the next email', async () => {
  const teeTime = await make.teeTime(group)
  const bob = await make.member(group, { name: 'Bob' })
  await claim(bob, teeTime)
  await notifyAfterFiveMinutes()
  await leave(bob, teeTime)
  await notifyAfterFiveMinutes()
  expect((await listMails()).map(({ subject }) => subject.split(': ')[1])).toEqual([
    '1 of 4 filled',
    '0 of 4 filled',
  ])
})

test('does not notify creators of their own actions', async () => {
  const teeTime = await make.teeTime(group)
  await claim(group.owner, teeTime)
  await leave(group.owner, teeTime)
  expect(await readDueAt(teeTime)).toBeUndefined()
})

test('does not notify of a claim that is rolled back', async () => {
  const teeTime = await make.teeTime(group)
  const bob = await make.member(group)
  const connection = await app.ctx.db.$client.connect()
  try {
    await connection.query('begin')
    const { rows } = await connection.query(
      'select kind from claim_spots($1, $2, $3, array[null::int], array[null::int], $4)',
      [[teeTime.id], [group.id], [bob.id], app.clock.now()],
    )
    expect(rows).toContainEqual({ kind: 'player' })
    await connection.query('rollback')
  } finally {
    connection.release()
  }
  expect(await readDueAt(teeTime)).toBeUndefined()
})

test.each<[string, (teeTime: TeeTime, creator: TestGolfer) => Promise<unknown>]>([
  ['is cancelled', ({ id }, { session }) => app.phone(session).delete(`/api/tee-times/${id}`)],
  [
    'is archived',
    ({ id }) => query('update tee_times set archived_at = now() where id = $1', [id]),
  ],
  ['has teed off', async ({ startsAt }) => app.clock.moveTo(startsAt)],
  [
    'is in an inactive group',
    () => query('update groups set is_active = false where id = $1', [group.id]),
  ],
  [
    'has a creator who has left',
    ({ creatorId }) => query('delete from group_members where golfer_id = $1', [creatorId]),
  ],
  [
    'has a creator without an email address',
    ({ creatorId }) => query(`update golfers set email = 'none-' || id where id = $1`, [creatorId]),
  ],
  ['no longer exists', ({ id }) => query('delete from tee_times where id = $1', [id])],
])('sends nothing for a tee time that %s', async (_, happen) => {
  const creator = await make.member(group)
  const teeTime = await make.teeTime(group, { creator })
  await claim(await make.member(group), teeTime)
  await happen(teeTime, creator)
  await notifyAfterFiveMinutes()
  expect(await listMails()).toEqual([])
})

test('sends one email for two simultaneous runs, and another after the next claim', async () => {
  const teeTime = await make.teeTime(group)
  await claim(await make.member(group), teeTime)
  app.clock.moveBy(5 * MINUTE)
  await Promise.all([notifyCreators(app.ctx), notifyCreators(app.ctx)])
  await app.runJobs()
  expect(await listMails()).toHaveLength(1)
  await claim(await make.member(group), teeTime)
  await notifyAfterFiveMinutes()
  expect(await listMails()).toHaveLength(2)
})

test('adds claims made overnight to a message that is held until the morning', async () => {
  const teeTime = await make.teeTime(group)
  await claim(await make.member(group, { name: 'Bob' }), teeTime)
  app.clock.moveBy(5 * MINUTE)
  await notifyCreators(app.ctx)
  const listSpotsDeliveries = async () =>
    (await query(`select id, status from deliveries where event = 'spots' order by id`)).rows
  const [first] = (await listSpotsDeliveries()).slice(-1)
  await query(`update deliveries set status = 'deferred' where id = $1`, [first?.id])
  await claim(await make.member(group, { name: 'Cy' }), teeTime)
  await notifyAfterFiveMinutes()
  expect((await listSpotsDeliveries()).slice(-1)).toEqual([{ id: first?.id, status: 'deferred' }])
  await query(`update deliveries set status = 'queued' where id = $1`, [first?.id])
  await query(
    `select graphile_worker.add_job('deliver', json_build_object('deliveryId', $1::int))`,
    [first?.id],
  )
  await app.runJobs()
  expect((await listMails()).map(({ subject }) => subject.split(': ')[1])).toEqual([
    '2 of 4 filled',
  ])
})
