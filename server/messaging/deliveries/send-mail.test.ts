import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OPT_IN_REQUEST } from '../../identity/consents/manage-consents.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import type { TestGroup } from '../../system-tests/testing/factories.ts'
import { type DeliveryScene, FakeTextProvider, NOON, startScene } from './testing/delivery-scene.ts'

let scene: DeliveryScene
let group: TestGroup
let ann: Awaited<ReturnType<DeliveryScene['addMember']>>
let provider: FakeTextProvider

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  scene.app.clock.moveTo(NOON)
  await scene.query('truncate messages, deliveries, text_days, text_numbers, consent_entries')
  group = await scene.make.group()
  ann = await scene.addMember(group, { hasAgreed: false })
  provider = new FakeTextProvider()
})

async function queueAndSend(golfer: { id: number } = ann): Promise<void> {
  await scene.send(
    scene.contextWith(provider),
    await scene.queueAlert({ golferId: golfer.id, groupId: group.id }),
  )
}
async function sendOptInRequests(): Promise<void> {
  for (const { id, event, status } of await scene.listDeliveries()) {
    if (event === 'opt-in' && status === 'queued') await scene.send(scene.contextWith(provider), id)
  }
}

test('emails a golfer without consent and sends one opt-in request', async () => {
  for (let alert = 0; alert < 3; alert += 1) {
    await queueAndSend()
    await sendOptInRequests()
    scene.app.clock.moveBy(25 * 3_600_000)
  }
  expect(await scene.listMails()).toHaveLength(3)
  expect(provider.received).toMatchObject([
    { to: ann.number, golferId: ann.id, body: OPT_IN_REQUEST },
  ])
  expect(await scene.query('select step, how, wording, golfer_id from consent_entries')).toEqual([
    { step: 'requested', how: 'text', wording: OPT_IN_REQUEST, golfer_id: ann.id },
  ])
  expect(segmentsOf(OPT_IN_REQUEST)).toBe(1)
})

test('asks once for two simultaneous alerts', async () => {
  await Promise.all([queueAndSend(), queueAndSend(), queueAndSend()])
  await sendOptInRequests()
  expect(provider.received).toHaveLength(1)
})

test('asks once for two accounts with one number', async () => {
  const bob = await scene.addMember(group, { hasAgreed: false })
  await scene.query('update golfers set phone_number = $2 where id = $1', [bob.id, ann.number])
  await queueAndSend()
  await queueAndSend(bob)
  await sendOptInRequests()
  expect(provider.received).toHaveLength(1)
})

test('asks again when a number was removed and added again, but not on the same day', async () => {
  await queueAndSend()
  await sendOptInRequests()
  await scene.query(
    `insert into consent_entries (at, number, golfer_id, step, how, wording)
     values ($3, $1, $2, 'number-changed', 'profile', '')`,
    [ann.number, ann.id, new Date(Date.parse(NOON) + 60_000)],
  )
  scene.app.clock.moveBy(23 * 3_600_000)
  await queueAndSend()
  await sendOptInRequests()
  expect(provider.received).toHaveLength(1)
  scene.app.clock.moveBy(3_600_000)
  await queueAndSend()
  await sendOptInRequests()
  expect(provider.received).toHaveLength(2)
})

test('asks a number at most three times, however often it is removed and added again', async () => {
  for (let round = 0; round < 6; round += 1) {
    await queueAndSend()
    await sendOptInRequests()
    scene.app.clock.moveBy(25 * 3_600_000)
    await scene.query(
      `insert into consent_entries (at, number, golfer_id, step, how, wording)
       values ($3, $1, $2, 'number-changed', 'profile', '')`,
      [ann.number, ann.id, scene.app.clock.now()],
    )
    scene.app.clock.moveBy(60_000)
  }
  expect(provider.received).toHaveLength(3)
})

test('asks only one number a day if a golfer enters several numbers', async () => {
  for (let number = 0; number < 5; number += 1) {
    await scene.query('update golfers set phone_number = $2 where id = $1', [
      ann.id,
      `+1587555010${number}`,
    ])
    await queueAndSend()
    await sendOptInRequests()
    scene.app.clock.moveBy(6 * 3_600_000)
  }
  expect(provider.received.map(({ to }) => to)).toEqual(['+15875550100', '+15875550104'])
})

test('does not ask a golfer who withdrew consent', async () => {
  await scene.query(
    `insert into consent_entries (at, number, golfer_id, step, how, wording)
     values (now(), $1, $2, 'withdrawn', 'box', '')`,
    [ann.number, ann.id],
  )
  await queueAndSend()
  await sendOptInRequests()
  expect(provider.sendCount).toBe(0)
})

test('does not ask a golfer who agreed before the opt-in request was sent', async () => {
  await queueAndSend()
  await scene.query('update golfers set text_consent_at = now() where id = $1', [ann.id])
  await sendOptInRequests()
  expect(provider.sendCount).toBe(0)
})

test('holds an opt-in request until the morning', async () => {
  scene.app.clock.moveTo('2026-06-02T04:30:00Z')
  await queueAndSend()
  await sendOptInRequests()
  expect((await scene.listDeliveries()).map(({ event, status }) => [event, status])).toEqual([
    ['posted', 'sent'],
    ['opt-in', 'deferred'],
  ])
})

test('fails for an invalid address', async () => {
  await scene.query(`update golfers set email = 'nobody' where id = $1`, [ann.id])
  await queueAndSend()
  expect(await scene.listDeliveries()).toMatchObject([
    { status: 'failed', errorCode: 'bad-address' },
  ])
})
