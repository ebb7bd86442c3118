import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TextRefused } from '../../providers/texts/texts.ts'
import type { TestGolfer, TestGroup } from '../../system-tests/testing/factories.ts'
import { releaseDeferred } from './defer-or-give-up.ts'
import { handleReport } from './handle-report.ts'
import { stopTexts } from './stop-texts.ts'
import { type DeliveryScene, FakeTextProvider, NOON, startScene } from './testing/delivery-scene.ts'

/** 22:30 in the groups' time zone. */
const NIGHT = '2026-06-02T04:30:00Z'
const STOP = { how: 'STOP', wording: 'Stop' }
const ROUNDS = 12

type GolferWithNumber = TestGolfer & { number: string }

let scene: DeliveryScene
let group: TestGroup
let ann: GolferWithNumber
let provider: FakeTextProvider

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  scene.app.clock.moveTo(NIGHT)
  await scene.query(
    'truncate messages, deliveries, text_days, preferences, text_numbers, consent_entries',
  )
  await scene.query('delete from graphile_worker._private_jobs')
  group = await scene.make.group()
  ann = await scene.addMember(group)
  provider = new FakeTextProvider()
})

const queueCancellation = (golfer: GolferWithNumber = ann) =>
  scene.queueAlert({ event: 'cancelled', golferId: golfer.id, groupId: group.id })

/** Queues a cancellation in quiet hours and runs its job, which holds it. Returns its id. */
async function queueAndHold(golfer: GolferWithNumber = ann): Promise<number> {
  const id = await queueCancellation(golfer)
  await scene.query('delete from graphile_worker._private_jobs')
  await scene.send(scene.contextWith(provider), id)
  expect(await scene.readDelivery(id)).toMatchObject({
    status: 'deferred',
    recipient: golfer.number,
  })
  return id
}

/** Runs each job that is due now on two workers simultaneously. */
async function runDueJobs(): Promise<void> {
  const due = await scene.query<{ id: number }>(
    `delete from graphile_worker._private_jobs where run_at <= now()
     returning (payload ->> 'deliveryId')::int as id`,
  )
  const ctx = scene.contextWith(provider)
  await Promise.all(due.flatMap(({ id }) => [scene.send(ctx, id), scene.send(ctx, id)]))
}

const stop = (number: string) =>
  scene.app.ctx.db.transaction((tx) => stopTexts(tx, number, STOP, scene.app.clock.now()))
const put = (path: string, body: object) => scene.app.phone(ann.session).put(path, body)

/** Records a text as sent, and handles Twilio's report that the text failed with this code. */
async function haveTextReportedFailed(errorCode: string): Promise<void> {
  await scene.query(
    `insert into deliveries (event, golfer_id, key, channel, status, recipient, created_at, provider_id)
     values ('password-changed', $1, $2, 'text', 'sent', $3, now(), $2)`,
    [ann.id, `SM-${errorCode}-${ann.id}`, ann.number],
  )
  const providerId = `SM-${errorCode}-${ann.id}`
  await handleReport(scene.app.ctx, { providerId, status: 'failed', errorCode })
}

async function haveTextRefused(reason: 'opted-out' | 'bad-number', code: string): Promise<void> {
  await scene.query(
    `insert into preferences (golfer_id, quiet_from, quiet_to) values ($1, $2, $2)`,
    [ann.id, '00:00'],
  )
  const originalBefore = provider.beforeAccepting
  provider.beforeAccepting = async () => {
    throw new TextRefused(reason, code, 'Refused')
  }
  const otherId = await scene.queueAlert({ event: 'posted', golferId: ann.id, groupId: group.id })
  await scene.query(
    `delete from graphile_worker._private_jobs where (payload ->> 'deliveryId')::int = $1`,
    [otherId],
  )
  await scene.send(scene.contextWith(provider), otherId)
  provider.beforeAccepting = originalBefore
}

const WAYS_TO_STOP: [string, () => Promise<unknown>][] = [
  ['STOP', () => stop(ann.number)],
  ['a text refused with 21610', () => haveTextRefused('opted-out', '21610')],
  ['a report of 21610', () => haveTextReportedFailed('21610')],
  ['a text refused because the number is bad', () => haveTextRefused('bad-number', '21614')],
  ['a report that the number is bad', () => haveTextReportedFailed('30006')],
  ['a withdrawal of consent', () => put('/api/my-preferences', { textConsent: false })],
  ['a change of number', () => put('/api/auth/update-phone', { phone: '+15875550123' })],
]

test.each(WAYS_TO_STOP)(
  'after %s, emails a held cancellation immediately and once',
  async (_, stopTexting) => {
    const id = await queueAndHold()
    const queuedId = await queueCancellation()
    await stopTexting()
    await runDueJobs()
    for (const one of [id, queuedId]) {
      expect(await scene.readDelivery(one)).toMatchObject({ status: 'sent', channel: 'email' })
    }
    const keys = (await scene.listMails()).map(({ key }) => key)
    for (const one of [id, queuedId]) {
      expect(keys.filter((key) => key === `deliver:${one}:email`)).toHaveLength(1)
    }
    scene.app.clock.moveTo('2026-06-02T15:00:00Z')
    await releaseDeferred(scene.app.ctx)
    await runDueJobs()
    expect((await scene.listMails()).map(({ key }) => key)).toEqual(keys)
    expect(provider.received.filter(({ body }) => body.includes('cancelled'))).toEqual([])
  },
)

test('after STOP between two tries of an alert, emails it without waiting for the next try', async () => {
  scene.app.clock.moveTo(NOON)
  const id = await queueCancellation()
  provider.beforeAccepting = async () => {
    throw new Error('The provider is down')
  }
  await expect(scene.send(scene.contextWith(provider), id)).rejects.toThrow('down')
  await scene.query(
    `update graphile_worker._private_jobs set run_at = now() + interval '5 minutes'`,
  )
  await stop(ann.number)
  await runDueJobs()
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent', channel: 'email' })
})

test('after STOP, drops opt-in requests and alerts of a kind that was switched off', async () => {
  const id = await queueAndHold()
  await put('/api/my-preferences', { channels: { changed: 'off' } })
  await scene.query(
    `insert into deliveries (event, golfer_id, key, channel, recipient, created_at)
     values ('opt-in', $1, 'opt-in', 'text', $2, now())`,
    [ann.id, ann.number],
  )
  await stop(ann.number)
  await runDueJobs()
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'dropped', errorCode: 'off' })
  expect(await scene.listDeliveries()).toContainEqual(
    expect.objectContaining({ event: 'opt-in', status: 'dropped', errorCode: 'stopped' }),
  )
  expect(await scene.listMails()).toEqual([])
})

test('keeps texting another golfer with the same number when one withdraws consent', async () => {
  const bob = await scene.addMember(group)
  await scene.query('update golfers set phone = $2, phone_number = $2 where id = $1', [
    bob.id,
    ann.number,
  ])
  const heldId = await queueAndHold({ ...bob, number: ann.number })
  await put('/api/my-preferences', { textConsent: false })
  expect(await scene.readDelivery(heldId)).toMatchObject({ status: 'deferred' })
})

test('sends one email when STOP and the morning release happen simultaneously', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    scene.app.clock.moveTo(NIGHT)
    const golfer = await scene.addMember(group)
    const ids = [await queueAndHold(golfer), await queueAndHold(golfer), await queueAndHold(golfer)]
    scene.app.clock.moveTo('2026-06-02T14:00:00Z')
    await Promise.all([
      releaseDeferred(scene.app.ctx),
      stop(golfer.number),
      releaseDeferred(scene.app.ctx),
      stop(golfer.number),
    ])
    await runDueJobs()
    for (const id of ids) {
      expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent', channel: 'email' })
    }
    const keys = (await scene.listMails()).map(({ key }) => key)
    expect(keys).toHaveLength(new Set(keys).size)
    expect(keys).toEqual(expect.arrayContaining(ids.map((id) => `deliver:${id}:email`)))
  }
  expect(provider.sendCount).toBe(0)
})

test('emails alerts that are being held while STOP arrives', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const golfer = await scene.addMember(group)
    const ids = await Promise.all([
      queueCancellation(golfer),
      queueCancellation(golfer),
      queueCancellation(golfer),
    ])
    await scene.query('delete from graphile_worker._private_jobs')
    const ctx = scene.contextWith(provider)
    await Promise.all([...ids.map((id) => scene.send(ctx, id)), stop(golfer.number)])
    await releaseDeferred(scene.app.ctx)
    await runDueJobs()
    for (const id of ids) {
      expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent', channel: 'email' })
    }
  }
  expect(provider.sendCount).toBe(0)
})

test('does not release messages early without a reason', async () => {
  const id = await queueAndHold()
  await releaseDeferred(scene.app.ctx)
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'deferred' })
})

test('releases a text that was held while STOP was being committed', async () => {
  const id = await queueAndHold()
  // Simulates a process that read the message before the STOP, and held the message after the STOP.
  await stop(ann.number)
  await scene.query(
    `update deliveries set status = 'deferred', due_at = '2026-06-02T14:00:00Z' where id = $1`,
    [id],
  )
  await scene.query('delete from graphile_worker._private_jobs')
  await releaseDeferred(scene.app.ctx)
  await runDueJobs()
  expect(await scene.readDelivery(id)).toMatchObject({ status: 'sent', channel: 'email' })
})
