import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { notifyPosted } from './notify-golfers.ts'

const START = '2020-06-01T16:00:00Z'
const SECOND = 1_000

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group()
  bob = await make.member(group, { name: 'Bob' })
  await query('delete from graphile_worker._private_jobs')
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

const listNotifications = (golfer: TestGolfer) =>
  query(
    `select tee_time_ids as ids from deliveries where golfer_id = $1 and event = 'posted' order by id`,
    [golfer.id],
  )

const listRunTimes = async () =>
  (
    await query(
      `select run_at as at from graphile_worker.jobs where task_identifier = 'notify_posted'`,
    )
  ).map(({ at }) => at)

/** Returns whether the job was added without a run time. Such a job is due now by the database's clock. */
const runsImmediately = async () => {
  const [runAt] = await listRunTimes()
  return Math.abs(Date.now() - runAt.getTime()) < 60 * SECOND
}

const runNotifyPosted = () => notifyPosted(app.ctx, { groupId: group.id })

test('notifies of the first tee time immediately and combines those within a minute', async () => {
  const first = await make.teeTime(group)
  expect(await runsImmediately()).toBe(true)
  await runNotifyPosted()
  await query('delete from graphile_worker._private_jobs')
  app.clock.moveBy(20 * SECOND)
  const second = await make.teeTime(group, { time: '09:00' })
  app.clock.moveBy(20 * SECOND)
  const third = await make.teeTime(group, { time: '08:30' })
  expect(await listRunTimes()).toEqual([new Date(Date.parse(START) + 60 * SECOND)])
  await runNotifyPosted()
  // `third` tees off before `second`.
  expect(await listNotifications(bob)).toEqual([
    { ids: [first.id] },
    { ids: [third.id, second.id] },
  ])
})

test('ignores an announcement by a node whose clock is ahead', async () => {
  const { id } = await make.teeTime(group)
  await query(`update tee_times set announced_at = $2 where id = $1`, [id, '2020-06-01T17:00:00Z'])
  await query('delete from graphile_worker._private_jobs')
  await make.teeTime(group, { time: '09:00' })
  expect(await runsImmediately()).toBe(true)
})

test('notifies posters only of tee times that others posted', async () => {
  const mine = await make.teeTime(group, { creator: bob })
  const others = await make.teeTime(group, { time: '09:00' })
  await runNotifyPosted()
  expect(await listNotifications(bob)).toEqual([{ ids: [others.id] }])
  expect(await listNotifications(group.owner)).toEqual([{ ids: [mine.id] }])
})

test('notifies each golfer once if the job runs repeatedly or concurrently', async () => {
  await make.teeTime(group)
  await Promise.all([runNotifyPosted(), runNotifyPosted(), runNotifyPosted()])
  await runNotifyPosted()
  expect(await listNotifications(bob)).toHaveLength(1)
})

test('never notifies of a tee time that was canceled before anyone was notified', async () => {
  const { id } = await make.teeTime(group)
  await query('update tee_times set cancelled_at = now() where id = $1', [id])
  await runNotifyPosted()
  await query('update tee_times set cancelled_at = null where id = $1', [id])
  await runNotifyPosted()
  expect(await listNotifications(bob)).toEqual([])
})

test('skips golfers who muted the group, switched the alert off or are in another group', async () => {
  const mutedGolfer = await make.member(group)
  const optedOutGolfer = await make.member(group)
  const outsider = (await make.group()).owner
  await query('update group_members set muted = true where golfer_id = $1', [mutedGolfer.id])
  await query(`insert into preferences (golfer_id, channels) values ($1, '{"posted":"off"}')`, [
    optedOutGolfer.id,
  ])
  await make.teeTime(group)
  await runNotifyPosted()
  for (const golfer of [mutedGolfer, optedOutGolfer, outsider, group.owner])
    expect(await listNotifications(golfer)).toEqual([])
  expect(await listNotifications(bob)).toHaveLength(1)
})
