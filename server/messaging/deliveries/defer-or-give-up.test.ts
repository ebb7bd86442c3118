import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../../system-tests/testing/factories.ts'
import { deferMessage, releaseDeferred } from './defer-or-give-up.ts'
import { findDelivery, requeueHeldMessages } from './store.ts'
import { type DeliveryScene, FakeTextProvider, startScene } from './testing/delivery-scene.ts'

const NIGHT = '2026-06-02T04:30:00Z'

let scene: DeliveryScene
let group: TestGroup
let ann: Awaited<ReturnType<DeliveryScene['addMember']>>
let provider: FakeTextProvider

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  scene.app.clock.moveTo(NIGHT)
  await scene.query('truncate messages, deliveries, text_days, preferences, text_numbers')
  await scene.query('delete from graphile_worker._private_jobs')
  group = await scene.make.group()
  ann = await scene.addMember(group)
  provider = new FakeTextProvider()
})

async function queueAndSend(
  overrides: Parameters<DeliveryScene['queueAlert']>[0] | object = {},
): Promise<number> {
  const id = await scene.queueAlert({ golferId: ann.id, groupId: group.id, ...overrides })
  await scene.query('delete from graphile_worker._private_jobs')
  await scene.send(scene.contextWith(provider), id)
  return id
}
const queuedDeliveryIds = async (): Promise<number[]> =>
  (
    await scene.query<{ id: number }>(
      `select (payload ->> 'deliveryId')::int as id from graphile_worker._private_jobs order by 1`,
    )
  ).map(({ id }) => id)

test('holds texts until the exact minute in the morning and releases them once', async () => {
  const id = await queueAndSend({ event: 'opened' })
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'deferred',
    recipient: ann.number,
    dueAt: new Date('2026-06-02T14:00:00Z'),
    tries: 0,
  })
  for (let minutes = 0; minutes < 2; minutes += 1) {
    scene.app.clock.moveTo(`2026-06-02T13:5${8 + minutes}:00Z`)
    await releaseDeferred(scene.app.ctx)
    await scene.send(scene.contextWith(provider), id)
  }
  expect([await queuedDeliveryIds(), provider.sendCount]).toEqual([[], 0])
  scene.app.clock.moveTo('2026-06-02T14:00:00Z')
  await Promise.all([releaseDeferred(scene.app.ctx), releaseDeferred(scene.app.ctx)])
  expect(await queuedDeliveryIds()).toEqual([id])
  await scene.send(scene.contextWith(provider), id)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent', dueAt: null })
  await releaseDeferred(scene.app.ctx)
  expect(provider.received).toHaveLength(1)
})

test('gives a released or requeued message the lane and priority of a new one', async () => {
  const jobs = () =>
    scene.query<{ key: string; task: string; priority: number }>(
      `select key, task_identifier as task, priority from graphile_worker.jobs
       order by length(key), key`,
    )
  const about = { golferId: ann.id, groupId: group.id, teeTimeIds: [1] }
  const ids: number[] = []
  for (const event of ['offer', 'posted', 'changed'] as const)
    ids.push(await scene.queueAlert({ ...about, event }))
  const newJobs = await jobs()
  expect(newJobs).toEqual([
    { key: `deliver:${ids[0]}`, task: 'deliver_offer', priority: 0 },
    { key: `deliver:${ids[1]}`, task: 'deliver', priority: 10 },
    { key: `deliver:${ids[2]}`, task: 'deliver', priority: 0 },
  ])
  const holdAll = async () => {
    const now = scene.app.clock.now()
    await scene.query(`update deliveries set status = 'deferred', due_at = $1`, [now])
    await scene.query('delete from graphile_worker._private_jobs')
  }
  await holdAll()
  await releaseDeferred(scene.app.ctx)
  expect(await jobs()).toEqual(newJobs)
  await holdAll()
  await requeueHeldMessages(scene.app.ctx.db, [1])
  // The announcement stays held. Even if it does not apply now, it may apply again in the morning.
  expect(await jobs()).toEqual(newJobs.filter(({ priority }) => priority === 0))
})

test("combines a night's new tee times into one morning text per group and golfer", async () => {
  const bob = await scene.addMember(group)
  const other = await scene.make.group()
  await scene.make.member(other, { golfer: ann })
  const first = await queueAndSend({ teeTimeIds: [1] })
  const others = [
    await queueAndSend({ teeTimeIds: [2, 3] }),
    await queueAndSend({ teeTimeIds: [3, 4] }),
    await queueAndSend({ teeTimeIds: [5], golferId: bob.id }),
    await queueAndSend({ teeTimeIds: [6], groupId: other.id }),
    await queueAndSend({ teeTimeIds: [1], event: 'opened' }),
  ]
  expect(await scene.readDelivery(first)).toMatchObject({
    status: 'deferred',
    teeTimeIds: [1, 2, 3, 4],
  })
  const rest = await Promise.all(others.map((id) => scene.readDelivery(id)))
  expect(rest.map(({ status, errorCode }) => errorCode ?? status)).toEqual([
    'folded',
    'folded',
    'deferred',
    'deferred',
    'deferred',
  ])
  scene.app.clock.moveTo('2026-06-02T14:00:00Z')
  await releaseDeferred(scene.app.ctx)
  for (const id of await queuedDeliveryIds()) await scene.send(scene.contextWith(provider), id)
  expect(provider.received.map(({ body }) => body).sort()).toEqual([
    'Fourball: opened 1',
    'Fourball: posted 1, 2, 3, 4',
    'Fourball: posted 5',
    'Fourball: posted 6',
  ])
})

test('holds only one call for players per tee time', async () => {
  const calls = [
    await queueAndSend({ event: 'last-call', teeTimeIds: [1] }),
    await queueAndSend({ event: 'last-call', teeTimeIds: [2] }),
    await queueAndSend({ event: 'last-call', teeTimeIds: [1] }),
    await queueAndSend({ event: 'opened', teeTimeIds: [1] }),
  ]
  const rows = await Promise.all(calls.map((id) => scene.readDelivery(id)))
  expect(rows.map(({ status, errorCode }) => errorCode ?? status)).toEqual([
    'deferred',
    'deferred',
    'folded',
    'deferred',
  ])
})

test('holds one message about a reserved spot, with the newest end, in whatever order they are held', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const reserved = { event: 'reserved', golferId: ann.id, groupId: group.id } as const
    const teeTimeIds = [order[0]]
    const ids = [
      await scene.queueAlert({ ...reserved, teeTimeIds, data: { until: 'first' } }),
      await scene.queueAlert({ ...reserved, teeTimeIds, data: { until: 'second' } }),
    ]
    for (const at of order) await scene.send(scene.contextWith(provider), ids[at] ?? 0)
    const held = (await scene.listDeliveries()).filter((row) => row.teeTimeIds[0] === order[0])
    expect(held.filter(({ status }) => status === 'deferred')).toMatchObject([
      { data: { until: 'second' } },
    ])
  }
})

test('combines many simultaneous posts into one text without losing any', async () => {
  const ids = await Promise.all(
    [11, 12, 13, 14, 15, 16].map((id) =>
      scene.queueAlert({ golferId: ann.id, groupId: group.id, teeTimeIds: [id] }),
    ),
  )
  await Promise.all(ids.map((id) => scene.send(scene.contextWith(provider), id)))
  const rows = await scene.listDeliveries()
  expect(rows.filter(({ status }) => status === 'deferred')).toMatchObject([
    { teeTimeIds: [11, 12, 13, 14, 15, 16] },
  ])
})

test("uses each golfer's own quiet hours and time zone", async () => {
  await scene.query(
    `insert into preferences (golfer_id, quiet_from, quiet_to, time_zone) values ($1, '05:00', '06:15', 'Europe/London')`,
    [ann.id],
  )
  expect(await scene.readDelivery(await queueAndSend())).toMatchObject({
    dueAt: new Date('2026-06-02T05:15:00Z'),
  })
})

test("does not hold emails, or texts about the golfer's round in the next 12 hours", async () => {
  const soonId = await scene.queueAlert({ event: 'changed', golferId: ann.id, groupId: group.id })
  await scene.send(scene.contextWith(provider), soonId, async () => ({
    text: 'Your round moved',
    address: 'https://golf.example/',
    mail: { subject: '', body: '', html: '' },
    ownRoundAt: new Date('2026-06-02T12:00:00Z'),
  }))
  expect(await scene.readDelivery(soonId)).toMatchObject({ status: 'sent', channel: 'text' })
  await scene.query(
    `insert into preferences (golfer_id, channels) values ($1, '{"posted": "email"}')`,
    [ann.id],
  )
  expect(await scene.readDelivery(await queueAndSend())).toMatchObject({
    status: 'sent',
    channel: 'email',
  })
})

test('drops a held message in the morning if the golfer muted the group overnight', async () => {
  const id = await queueAndSend()
  await scene.query('update group_members set muted = true where golfer_id = $1', [ann.id])
  scene.app.clock.moveTo('2026-06-02T14:00:00Z')
  await releaseDeferred(scene.app.ctx)
  await scene.send(scene.contextWith(provider), id)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'dropped', errorCode: 'muted' })
})

test('releases more texts than one transaction may release', async () => {
  await scene.query(
    `insert into deliveries (event, golfer_id, key, channel, status, created_at, due_at)
     select 'posted', $1, 'many:' || n, 'text', 'deferred', $2, $2 from generate_series(1, 1100) n`,
    [ann.id, NIGHT],
  )
  await releaseDeferred(scene.app.ctx)
  expect(await queuedDeliveryIds()).toHaveLength(1_100)
})

test('queues no recurring job for a held text', async () => {
  const id = await scene.queueAlert({ golferId: ann.id, groupId: group.id })
  await scene.app.runJobs()
  expect(await scene.readDelivery(id)).not.toMatchObject({ status: 'queued' })
  expect(await queuedDeliveryIds()).toEqual([])
})

test('adds nothing to a held message that another process is already sending', async () => {
  scene.app.clock.moveTo('2026-06-02T04:30:00Z')
  const heldId = await queueAndSend({ event: 'posted', teeTimeIds: [7] })
  const id = await scene.queueAlert({
    golferId: ann.id,
    groupId: group.id,
    event: 'posted',
    teeTimeIds: [8],
  })
  const found = await findDelivery(scene.app.ctx.db, id)
  if (found === undefined) throw new Error('The message that was just queued is missing')
  const morning = new Date('2026-06-02T14:00:00Z')
  await expect(
    deferMessage(scene.app.ctx, { ...found.delivery, tries: 9 }, ann.number, morning),
  ).rejects.toThrow()
  expect(await scene.readDelivery(heldId)).toMatchObject({ status: 'deferred', teeTimeIds: [7] })
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'queued' })
})
