import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  MAX_TEXTS_PER_DAY,
  MAX_TEXTS_PER_DAY_FOR_GROUP,
  MAX_TEXTS_PER_DAY_TO_NUMBER,
} from '../../../contract/limits.ts'
import { startTwilio } from '../../providers/texts/testing/twilio-stand-in.ts'
import { queueText } from './queue-messages.ts'
import { type DeliveryScene, FakeTextProvider, NOON, startScene } from './testing/delivery-scene.ts'

let scene: DeliveryScene
let provider: FakeTextProvider

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  scene.app.clock.moveTo(NOON)
  await scene.query('truncate messages, deliveries, text_days, text_numbers, consent_entries')
  provider = new FakeTextProvider()
})

const CONCURRENT_SENDS = 8
async function sendAll(ids: readonly number[]): Promise<void> {
  const remainingIds = [...ids]
  const worker = async () => {
    for (let id = remainingIds.pop(); id !== undefined; id = remainingIds.pop()) {
      await scene.send(scene.contextWith(provider), id)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_SENDS }, worker))
}

const saveSentCount = (groupId: number | null, texts: number, day = NOON.slice(0, 10)) =>
  scene.query('insert into text_days (day, group_id, texts) values ($1, $2, $3)', [
    day,
    groupId,
    texts,
  ])
const readCounts = async () =>
  Object.fromEntries(
    (
      await scene.query<{ group: string; texts: number }>(
        'select coalesce(group_id::text, \'all\') as "group", texts from text_days',
      )
    ).map(({ group, texts }) => [group, texts]),
  )
/** Queues an alert to each of `count` members of a new group, who have different numbers. */
async function queueAlerts(count: number) {
  const group = await scene.make.group()
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { id: golferId } = await scene.addMember(group)
    ids.push(await scene.queueAlert({ golferId, groupId: group.id }))
  }
  return { group, ids }
}

test("emails only the alerts over a group's text limit, even if sent simultaneously", async () => {
  const { group, ids } = await queueAlerts(30)
  await saveSentCount(group.id, MAX_TEXTS_PER_DAY_FOR_GROUP - 12)
  await saveSentCount(null, 100)
  await sendAll(ids)
  expect(provider.received).toHaveLength(12)
  expect(await scene.listMails()).toHaveLength(18)
  expect(await readCounts()).toEqual({ [group.id]: MAX_TEXTS_PER_DAY_FOR_GROUP, all: 112 })
  const cappedRows = (await scene.listDeliveries()).filter(
    ({ errorCode }) => errorCode === 'capped',
  )
  expect(cappedRows).toHaveLength(18)
  expect(cappedRows.every(({ channel, status }) => channel === 'email' && status === 'sent')).toBe(
    true,
  )
})

test("emails the alerts over the app's text limit without counting them for the group", async () => {
  const { group, ids } = await queueAlerts(10)
  await saveSentCount(null, MAX_TEXTS_PER_DAY - 3)
  await sendAll(ids)
  expect(provider.received).toHaveLength(3)
  expect(await readCounts()).toEqual({ [group.id]: 3, all: MAX_TEXTS_PER_DAY })
})

test('resets the counts each UTC day', async () => {
  const { group, ids } = await queueAlerts(1)
  await saveSentCount(group.id, MAX_TEXTS_PER_DAY_FOR_GROUP, '2026-05-31')
  await sendAll(ids)
  expect(provider.received).toHaveLength(1)
})

test('limits the texts that one number gets in a day', async () => {
  const group = await scene.make.group()
  const { id: golferId } = await scene.addMember(group)
  const ids: number[] = []
  for (let index = 0; index < MAX_TEXTS_PER_DAY_TO_NUMBER + 5; index += 1) {
    ids.push(await scene.queueAlert({ golferId, groupId: group.id }))
  }
  await sendAll(ids)
  expect(provider.received).toHaveLength(MAX_TEXTS_PER_DAY_TO_NUMBER)
  expect(await scene.listMails()).toHaveLength(5)
})

test('counts each text once, however often it is tried', async () => {
  const { group, ids } = await queueAlerts(1)
  const [id = 0] = ids
  provider.beforeAccepting = () => Promise.reject(new Error('Twilio returned 500'))
  for (let turn = 0; turn < 3; turn += 1) {
    await expect(scene.send(scene.contextWith(provider), id)).rejects.toThrow('500')
  }
  expect(await readCounts()).toEqual({ [group.id]: 1, all: 1 })
})

test('texts no golfer without a verified email address, however many sign up', async () => {
  const group = await scene.make.group()
  const ids: number[] = []
  for (let index = 0; index < 20; index += 1) {
    const { id: golferId } = await scene.addMember(group, { hasAgreed: index % 2 === 0 })
    await scene.query('update golfers set email_proven_at = null where id = $1', [golferId])
    ids.push(await scene.queueAlert({ golferId, groupId: group.id }))
  }
  await sendAll(ids)
  expect(provider.sendCount).toBe(0)
  expect((await scene.listDeliveries()).every(({ channel }) => channel === 'email')).toBe(true)
})

const sendReply = async (overrides: Partial<Parameters<typeof queueText>[1]> = {}) => {
  const key = `reply:${Math.random()}`
  const text = {
    number: '+15875550199',
    event: 'reply',
    text: "You're in.",
    key,
    ...overrides,
  } as const
  await queueText(scene.app.ctx.db, text, scene.app.clock.now())
  const row = (await scene.listDeliveries()).at(-1)
  await scene.send(scene.contextWith(provider), row?.id ?? 0)
  return (await scene.listDeliveries()).at(-1)
}

test('drops a reply that is more than an hour old', async () => {
  const text = { number: '+15875550199', event: 'reply', text: "You're in.", key: 'late' } as const
  await queueText(scene.app.ctx.db, text, scene.app.clock.now())
  scene.app.clock.moveBy(61 * 60_000)
  const [row] = await scene.listDeliveries()
  await scene.send(scene.contextWith(provider), row?.id ?? 0)
  expect(await scene.listDeliveries()).toMatchObject([{ status: 'dropped', errorCode: 'moot' }])
  expect(provider.sendCount).toBe(0)
})

test("sends a reply without consent or quiet hours, up to the app's limit", async () => {
  scene.app.clock.moveTo('2026-06-02T06:00:00Z')
  expect(await sendReply()).toMatchObject({ status: 'sent', golferId: null, segments: 1, data: {} })
  expect(await readCounts()).toEqual({ all: 1 })
  await scene.query('update text_days set texts = $1', [MAX_TEXTS_PER_DAY])
  expect(await sendReply()).toMatchObject({ status: 'failed', errorCode: 'capped' })
  expect(await sendReply({ uncapped: true })).toMatchObject({ status: 'sent' })
  expect(provider.received).toHaveLength(2)
})

test('confirms STOP even over the limits, and sends no other reply', async () => {
  await scene.query(`insert into text_numbers (number, stopped_at) values ('+15875550199', now())`)
  await saveSentCount(null, MAX_TEXTS_PER_DAY)
  expect(await sendReply()).toMatchObject({ status: 'dropped', errorCode: 'stopped' })
  expect(await sendReply({ evenStopped: true })).toMatchObject({ status: 'sent' })
  expect(provider.received).toHaveLength(1)
})

test('with the HTTP client, sends no second text after a lost response and handles refusals', async () => {
  const twilio = await startTwilio()
  const twilioScene = await startScene({
    env: { PUBLIC_URL: 'https://golf.example', ...twilio.env },
  })
  try {
    const group = await twilioScene.make.group()
    const golfers = await Promise.all([1, 2, 3, 4].map(() => twilioScene.addMember(group)))
    const ids: number[] = []
    for (const { id: golferId } of golfers)
      ids.push(await twilioScene.queueAlert({ golferId, groupId: group.id }))
    const [lostId = 0, ...refusedIds] = ids
    twilioScene.app.clock.moveTo(new Date().toISOString())
    await twilioScene.query(
      `insert into preferences (golfer_id, quiet_from, quiet_to) select id, '00:00', '00:00' from golfers`,
    )
    twilio.mode = 'drop-after'
    await expect(twilioScene.send(twilioScene.app.ctx, lostId)).rejects.toThrow()
    expect(twilio.received).toHaveLength(1)
    twilio.mode = 'ok'
    await twilioScene.send(twilioScene.app.ctx, lostId)
    expect(twilio.received).toHaveLength(1)
    expect(await twilioScene.readDelivery(lostId)).toMatchObject({
      status: 'sent',
      providerId: twilio.received[0]?.sid,
    })
    for (const [index, code] of [21610, 21211, 30034].entries()) {
      twilio.refusals.set(golfers[index + 1]?.number ?? '', code)
      await twilioScene.send(twilioScene.app.ctx, refusedIds[index] ?? 0)
      expect(await twilioScene.readDelivery(refusedIds[index] ?? 0)).toMatchObject({
        channel: 'email',
        errorCode: String(code),
      })
    }
    expect(twilio.received).toHaveLength(1)
  } finally {
    await twilioScene.app.close()
    await twilio.close()
  }
})
