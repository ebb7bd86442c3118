// @module-tag thorough
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { InvalidEvent, PaymentCallRefused } from '../../providers/payments/payments.ts'
import { startTestApp } from '../../system-tests/testing/test-app.ts'
import { isSandbox } from './sandbox.ts'
import { factsOf, type SandboxScene, startSandbox, typesOf } from './testing/start-sandbox.ts'

let scene: SandboxScene

beforeAll(async () => {
  scene = await startSandbox()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  await scene.takeNewEvents()
})

test('returns the same subscription or checkout for the same key', async () => {
  const { beginSubscription, beginCheckout, takeNewEvents } = scene
  const key = randomUUID()
  const first = await beginSubscription(key)
  expect(await Promise.all(Array.from({ length: 20 }, () => beginSubscription(key)))).toEqual(
    Array.from({ length: 20 }, () => first),
  )
  expect(typesOf(await takeNewEvents())).toEqual(['customer.subscription.created'])
  expect(await beginCheckout(key)).toEqual(await beginCheckout(key))
  expect((await beginSubscription()).subscriptionId).not.toBe(first.subscriptionId)
})

test('refuses a subscription for an unknown customer', async () => {
  const plan = { key: randomUUID(), email: 'pat@club.example', description: 'Golf' }
  await expect(
    scene.sandbox.beginSubscription({ ...plan, customerId: 'cus_none' }),
  ).rejects.toThrow(PaymentCallRefused)
})

test('does not accept a payment for a canceled subscription', async () => {
  const { sandbox, beginSubscription, takeNewEvents } = scene
  for (const when of ['now', 'period-end'] as const) {
    const { subscriptionId, clientSecret } = await beginSubscription()
    await takeNewEvents()
    await sandbox.cancel(subscriptionId, when)
    await sandbox.cancel(subscriptionId, when)
    expect(factsOf(await takeNewEvents(), 'subscription')).toMatchObject([{ status: 'abandoned' }])
    await expect(sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'OUT_OF_DATE',
    })
  }
  await sandbox.cancel('sub_none', 'now')
})

test('refunds a payment once, with the same key or another', async () => {
  const { sandbox, beginAndPay, takeNewEvents } = scene
  await beginAndPay()
  const [payment] = factsOf(await takeNewEvents(), 'payment')
  const paymentId = payment?.paymentId ?? ''
  for (const key of ['one', 'one', 'two']) await sandbox.refund(paymentId, key)
  expect(typesOf(await takeNewEvents())).toEqual(['charge.refunded'])
  await expect(sandbox.refund('pi_none', 'three')).rejects.toThrow(PaymentCallRefused)
})

test('finds nothing for unknown ids', async () => {
  const { sandbox } = scene
  expect(await sandbox.readSubscription('sub_none')).toBeUndefined()
  expect(await sandbox.findClientSecret('sub_none')).toBeUndefined()
  expect(await sandbox.signedEventRequest('evt_none')).toBeUndefined()
})

test('signs events and verifies their signatures', async () => {
  const { sandbox, beginAndPay, takeNewEvents, app } = scene
  await beginAndPay()
  const [event] = await takeNewEvents()
  const request = await sandbox.signedEventRequest(event?.id ?? '')
  if (request === undefined) throw new Error('The event has a webhook request')
  const { body, signature } = request
  const now = app.clock.now()
  expect(sandbox.readEvent(body, signature, now)).toEqual(event)
  const invalidReads = [
    () => sandbox.readEvent(Buffer.from(`${body} `), signature, now),
    () => sandbox.readEvent(body, undefined, now),
    () => sandbox.readEvent(body, signature.replace(/v1=./, 'v1=g'), now),
    () => sandbox.readEvent(body, signature, new Date(now.getTime() + 301_000)),
  ]
  for (const read of invalidReads) expect(read).toThrow(InvalidEvent)
})

test('refuses events that another sandbox signed', async () => {
  const { sandbox, beginAndPay, takeNewEvents, app } = scene
  await beginAndPay()
  const [event] = await takeNewEvents()
  const request = await sandbox.signedEventRequest(event?.id ?? '')
  const otherApp = await startTestApp()
  try {
    const { payments } = otherApp.ctx
    if (!isSandbox(payments) || request === undefined) throw new Error('There is a sandbox')
    const read = () => payments.readEvent(request.body, request.signature, app.clock.now())
    expect(read).toThrow(InvalidEvent)
    await payments.runDueWork()
    expect(read).toThrow(InvalidEvent)
  } finally {
    await otherApp.close()
  }
})

test('lists all events since a given time, oldest first, even more than a hundred', async () => {
  const { sandbox, beginSubscription, takeNewEvents, app } = scene
  app.clock.moveBy(60_000)
  for (let n = 0; n < 101; n += 1) await beginSubscription()
  const eventsSince = await sandbox.listEvents(app.clock.now())
  expect(eventsSince).toHaveLength(101)
  expect(eventsSince).toEqual(await takeNewEvents())
  const ids = eventsSince.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(await sandbox.listEvents(new Date(app.clock.now().getTime() + 1))).toEqual([])
})
