import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeDeadSessions } from '../../identity/sessions/store.ts'
import { type PushStandIn, startPushStandIn } from '../../providers/push/testing/push-stand-in.ts'
import { newPushKeys, webPush } from '../../providers/push/web-push.ts'
import type { TestGolfer, TestGroup } from '../../system-tests/testing/factories.ts'
import { releaseDeferred } from './defer-or-give-up.ts'
import type { Compose } from './deliver.ts'
import { type DeliveryScene, FakeTextProvider, NOON, startScene } from './testing/delivery-scene.ts'

const NIGHT = '2026-06-02T04:30:00Z'
const MORNING = '2026-06-02T14:00:00Z'

let scene: DeliveryScene
let service: PushStandIn
let group: TestGroup
let ann: TestGolfer

beforeAll(async () => {
  scene = await startScene()
  service = await startPushStandIn()
})
afterAll(async () => {
  await scene.app.close()
  await service.close()
})
beforeEach(async () => {
  scene.app.clock.moveTo(NOON)
  await scene.query('truncate messages, deliveries, text_days')
  group = await scene.make.group()
  ann = await scene.addMember(group)
  const channels = { posted: 'push', waiting: 'push' }
  await scene.app.phone(ann.session).put('/api/my-preferences', { channels })
})

async function turnOnNotifications({ session }: TestGolfer) {
  const target = service.subscribe()
  const answer = await scene.app.phone(session).post('/api/my-push-subscriptions', target)
  expect(answer.status).toBe(201)
  return target
}
const notificationsOn = (endpoint: string) =>
  (service.received.get(endpoint) ?? []).map((message) => JSON.parse(message.plaintext) as object)
const queueAlert = (overrides: object = {}) =>
  scene.queueAlert({ golferId: ann.id, groupId: group.id, teeTimeIds: [7], ...overrides })

test('sends an encrypted notification to each phone and records it', async () => {
  const second = { ...ann, session: await scene.make.signIn(ann.id) }
  const phones = [await turnOnNotifications(ann), await turnOnNotifications(second)]
  const id = await queueAlert()
  await scene.send(scene.contextWith(new FakeTextProvider()), id)
  await scene.send(scene.contextWith(new FakeTextProvider()), id)
  for (const { endpoint } of phones) {
    expect(notificationsOn(endpoint)).toEqual([
      { title: 'New Tee Time', body: 'posted 7', path: '/', tag: `d${id}` },
    ])
    expect(service.received.get(endpoint)?.[0]?.ciphertext.includes('posted')).toBe(false)
  }
  expect(await scene.readDelivery(id)).toMatchObject({
    channel: 'push',
    status: 'sent',
    segments: null,
    errorCode: null,
    sentAt: new Date(NOON),
  })
  expect(await scene.listMails()).toEqual([])
})

const composeOffer: Compose = async () => ({
  text: `Fourball: A spot opened for you: #7. Reply IN 7, or OUT 7 to pass. https://golf.example/${group.slug}?t=7`,
  address: `https://golf.example/${group.slug}?t=7`,
  mail: { subject: 'A spot', body: 'A spot\n', html: '<p>A spot</p>' },
  ownRoundAt: new Date('2026-06-02T18:00:00Z'),
  expiresAt: new Date('2026-06-01T18:10:00Z'),
})

test('makes the notification of an offer open the card and expire with the offer', async () => {
  const { endpoint } = await turnOnNotifications(ann)
  const id = await queueAlert({ event: 'offer' })
  await scene.send(scene.app.ctx, id, composeOffer)
  expect(notificationsOn(endpoint)).toEqual([
    {
      title: 'Your Spot',
      body: 'A spot opened for you: #7.',
      path: `/${group.slug}?t=7`,
      tag: `d${id}`,
      action: 'Take It',
    },
  ])
  expect(service.received.get(endpoint)?.[0]?.headers).toMatchObject({
    ttl: '600',
    urgency: 'high',
  })
})

test('deletes the subscription of a phone that is gone and sends an email instead', async () => {
  const { endpoint } = await turnOnNotifications(ann)
  service.refusals.set(endpoint, 410)
  const id = await queueAlert()
  await scene.send(scene.app.ctx, id)
  expect(await scene.readDelivery(id)).toMatchObject({
    channel: 'email',
    status: 'sent',
    errorCode: 'no-phone',
  })
  expect(await scene.listMails()).toHaveLength(1)
  const status = await scene.app.phone(ann.session).get('/api/my-push-subscriptions')
  expect(status.body).toMatchObject({ isOn: false })
})

test('emails a golfer without a subscribed phone and sends no opt-in request for texts', async () => {
  const id = await queueAlert()
  await scene.send(scene.contextWith(new FakeTextProvider()), id)
  expect(await scene.readDelivery(id)).toMatchObject({ channel: 'email', status: 'sent' })
  expect(await scene.listDeliveries()).toHaveLength(1)
})

test('retries a failing push service and emails when it keeps failing', async () => {
  const { endpoint } = await turnOnNotifications(ann)
  service.refusals.set(endpoint, 503)
  const id = await queueAlert()
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(scene.send(scene.app.ctx, id)).rejects.toThrow('503')
    scene.app.clock.moveBy(60_000)
  }
  await scene.send(scene.app.ctx, id)
  expect(await scene.readDelivery(id)).toMatchObject({
    channel: 'email',
    status: 'sent',
    errorCode: 'unavailable',
  })
})

test.each([401, 403])(
  'after %s, retries once and emails, but keeps the phone for later notifications',
  async (status) => {
    const { endpoint } = await turnOnNotifications(ann)
    service.refusals.set(endpoint, status)
    const id = await queueAlert()
    await expect(scene.send(scene.app.ctx, id)).rejects.toThrow(String(status))
    expect(await scene.listMails()).toEqual([])
    await scene.send(scene.app.ctx, id)
    expect(await scene.readDelivery(id)).toMatchObject({
      channel: 'email',
      status: 'sent',
      errorCode: 'push-refused',
    })
    expect(await scene.listMails()).toHaveLength(1)
    service.refusals.delete(endpoint)
    await scene.send(scene.app.ctx, await queueAlert())
    expect(notificationsOn(endpoint)).toHaveLength(1)
  },
)

test('skips a phone that is subscribed for another key, but keeps it in case that key returns', async () => {
  const { endpoint } = await turnOnNotifications(ann)
  const keys = newPushKeys()
  const other = { keys: async () => keys, subject: 'https://golf.example', allowLoopback: true }
  const contextWithOtherKeys = scene.contextWith(new FakeTextProvider(), { push: webPush(other) })
  const id = await queueAlert()
  await scene.send(contextWithOtherKeys, id)
  expect(await scene.readDelivery(id)).toMatchObject({ channel: 'email', errorCode: 'no-phone' })
  expect(notificationsOn(endpoint)).toEqual([])
  await scene.send(scene.app.ctx, await queueAlert())
  expect(notificationsOn(endpoint)).toHaveLength(1)
})

test('keeps retrying the other phones if the push service of one refuses us', async () => {
  const annOnSecondPhone = { ...ann, session: await scene.make.signIn(ann.id) }
  const [refusing, failing] = [
    await turnOnNotifications(ann),
    await turnOnNotifications(annOnSecondPhone),
  ]
  service.refusals.set(refusing.endpoint, 403)
  service.refusals.set(failing.endpoint, 503)
  const id = await queueAlert()
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(scene.send(scene.app.ctx, id)).rejects.toThrow('503')
  }
  service.refusals.delete(failing.endpoint)
  await scene.send(scene.app.ctx, id)
  expect(await scene.readDelivery(id)).toMatchObject({ channel: 'push', status: 'sent' })
})

test("holds notifications in quiet hours and combines a night's posts into one", async () => {
  const { endpoint } = await turnOnNotifications(ann)
  scene.app.clock.moveTo(NIGHT)
  const [first, second] = [
    await queueAlert({ teeTimeIds: [7] }),
    await queueAlert({ teeTimeIds: [8] }),
  ]
  await scene.send(scene.app.ctx, first)
  await scene.send(scene.app.ctx, second)
  expect(await scene.readDelivery(first)).toMatchObject({
    status: 'deferred',
    dueAt: new Date(MORNING),
  })
  expect(await scene.readDelivery(second)).toMatchObject({ status: 'dropped', errorCode: 'folded' })
  scene.app.clock.moveTo(MORNING)
  await releaseDeferred(scene.app.ctx)
  await scene.send(scene.app.ctx, first)
  expect(notificationsOn(endpoint)).toMatchObject([{ body: 'posted 7, 8' }])
})

test('texts a golfer who switched to texts between two tries, and records the channel', async () => {
  const { endpoint } = await turnOnNotifications(ann)
  service.refusals.set(endpoint, 503)
  const id = await queueAlert()
  await expect(scene.send(scene.app.ctx, id)).rejects.toThrow('503')
  scene.app.clock.moveBy(60_000)
  await scene.app.phone(ann.session).put('/api/my-preferences', { channels: { posted: 'text' } })
  await scene.send(scene.contextWith(new FakeTextProvider()), id)
  expect(await scene.readDelivery(id)).toMatchObject({
    channel: 'text',
    status: 'sent',
    segments: 1,
  })
})

test('never notifies a phone with a session that was idle too long, even before its deletion', async () => {
  const { endpoint } = await turnOnNotifications(ann)
  scene.app.clock.moveBy(31 * 86_400_000)
  const id = await queueAlert()
  await scene.send(scene.app.ctx, id)
  expect(notificationsOn(endpoint)).toEqual([])
  expect(await scene.readDelivery(id)).toMatchObject({ channel: 'email', errorCode: 'no-phone' })
  const phones = () => scene.query(`select from push_subscriptions where golfer_id = ${ann.id}`)
  expect(await phones()).toHaveLength(1)
  await purgeDeadSessions(scene.app.ctx)
  expect(await phones()).toHaveLength(0)
})

test.each(['delayed', 'running-late', 'joined'] as const)(
  'sends %s with high urgency',
  async (event) => {
    const { endpoint } = await turnOnNotifications(ann)
    await scene.app.phone(ann.session).put('/api/my-preferences', { channels: { changed: 'push' } })
    await scene.send(scene.app.ctx, await queueAlert({ event }))
    expect(service.received.get(endpoint)?.[0]?.headers).toMatchObject({ urgency: 'high' })
  },
)
