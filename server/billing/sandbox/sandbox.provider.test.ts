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
  await scene.newEvents()
})

test('returns the same subscription or checkout for the same key', async () => {
  const { begin, checkout, newEvents } = scene
  const key = randomUUID()
  const first = await begin(key)
  expect(await Promise.all(Array.from({ length: 20 }, () => begin(key)))).toEqual(
    Array.from({ length: 20 }, () => first),
  )
  expect(typesOf(await newEvents())).toEqual(['customer.subscription.created'])
  expect(await checkout(key)).toEqual(await checkout(key))
  expect((await begin()).subscriptionId).not.toBe(first.subscriptionId)
})

test('refuses a subscription for an unknown customer', async () => {
  const plan = { key: randomUUID(), email: 'pat@club.example', description: 'Golf' }
  await expect(
    scene.sandbox.beginSubscription({ ...plan, customerId: 'cus_none' }),
  ).rejects.toThrow(PaymentCallRefused)
})

test('does not accept a payment for a canceled subscription', async () => {
  const { sandbox, begin, newEvents } = scene
  for (const when of ['now', 'period-end'] as const) {
    const { subscriptionId, clientSecret } = await begin()
    await newEvents()
    await sandbox.cancel(subscriptionId, when)
    await sandbox.cancel(subscriptionId, when)
    expect(factsOf(await newEvents(), 'subscription')).toMatchObject([{ status: 'abandoned' }])
    await expect(sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'OUT_OF_DATE',
    })
  }
  await sandbox.cancel('sub_none', 'now')
})

test('refunds a payment once, with the same key or another', async () => {
  const { sandbox, pay, newEvents } = scene
  await pay()
  const [payment] = factsOf(await newEvents(), 'payment')
  const paymentId = payment?.paymentId ?? ''
  for (const key of ['one', 'one', 'two']) await sandbox.refund(paymentId, key)
  expect(typesOf(await newEvents())).toEqual(['charge.refunded'])
  await expect(sandbox.refund('pi_none', 'three')).rejects.toThrow(PaymentCallRefused)
})

test('finds nothing for unknown ids', async () => {
  const { sandbox } = scene
  expect(await sandbox.readSubscription('sub_none')).toBeUndefined()
  expect(await sandbox.findClientSecret('sub_none')).toBeUndefined()
  expect(await sandbox.signedEventRequest('evt_none')).toBeUndefined()
})

test('signs events and verifies their signatures', async () => {
  const { sandbox, pay, newEvents, app } = scene
  await pay()
  const [event] = await newEvents()
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
  const { sandbox, pay, newEvents, app } = scene
  await pay()
  const [event] = await newEvents()
  const request = await sandbox.signedEventRequest(event?.id ?? '')
  const other = await startTestApp()
  try {
    const { payments } = other.ctx
    if (!isSandbox(payments) || request === undefined) throw new Error('There is a sandbox')
    const read = () => payments.readEvent(request.body, request.signature, app.clock.now())
    expect(read).toThrow(InvalidEvent)
    await payments.runDueWork()
    expect(read).toThrow(InvalidEvent)
  } finally {
    await other.close()
  }
})

test('lists all events since a given time, oldest first, even more than a hundred', async () => {
  const { sandbox, begin, newEvents, app } = scene
  app.clock.moveBy(60_000)
  for (let n = 0; n < 101; n += 1) await begin()
  const since = await sandbox.listEvents(app.clock.now())
  expect(since).toHaveLength(101)
  expect(since).toEqual(await newEvents())
  const ids = since.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(await sandbox.listEvents(new Date(app.clock.now().getTime() + 1))).toEqual([])
})
