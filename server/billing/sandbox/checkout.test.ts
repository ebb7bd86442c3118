import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import { DAY_MS, type SandboxScene, startSandbox, typesOf } from './testing/start-sandbox.ts'

let scene: SandboxScene

beforeAll(async () => {
  scene = await startSandbox()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  await scene.takeNewEvents()
})

const SUCCESS_URL = 'http://localhost/purchase?payment=success'

test('creates the customer and the subscription when a checkout is paid', async () => {
  const { sandbox, beginCheckout, takeNewEvents } = scene
  const key = randomUUID()
  const { checkoutId, url } = await beginCheckout(key)
  expect(url).toMatch(new RegExp(`^http://.*/sandbox/checkout/${checkoutId}$`))
  expect(await sandbox.readCheckout(checkoutId)).toMatchObject({
    status: 'open',
    customer_email: 'buyer@club.example',
    amount_total: 3_995,
  })
  expect(await takeNewEvents()).toEqual([])

  const paid = { outcome: 'paid', successUrl: SUCCESS_URL }
  expect(await sandbox.payCheckout(checkoutId, { card: 'pm_card_visa' })).toEqual(paid)
  const events = await takeNewEvents()
  expect(typesOf(events)).toEqual([
    'customer.subscription.created',
    'invoice.paid',
    'invoice_payment.paid',
    'customer.subscription.updated',
    'checkout.session.completed',
  ])
  expect(events.at(-1)?.fact).toEqual({
    kind: 'checkout',
    checkoutId,
    key,
    outcome: 'complete',
    subscriptionId: expect.stringMatching(/^sub_/),
    customerId: expect.stringMatching(/^cus_/),
  })
  expect(events[1]?.fact).toMatchObject({ kind: 'invoice', key, isRenewal: false })

  expect(await sandbox.payCheckout(checkoutId, { card: 'pm_card_chargeDeclined' })).toEqual(paid)
  expect(await sandbox.endCheckout(checkoutId)).toBe(false)
  expect(await takeNewEvents()).toEqual([])
})

test('creates nothing if the card is not charged', async () => {
  const { sandbox, beginCheckout, takeNewEvents } = scene
  const { checkoutId } = await beginCheckout()
  expect(await sandbox.payCheckout(checkoutId, { card: 'pm_card_chargeDeclined' })).toMatchObject({
    outcome: 'declined',
    message: 'Your card was declined.',
  })
  const card = 'pm_card_authenticationRequired'
  expect(await sandbox.payCheckout(checkoutId, { card })).toMatchObject({
    outcome: 'requires-action',
  })
  expect(await takeNewEvents()).toEqual([])
  expect(await sandbox.payCheckout(checkoutId, { card, authentication: 'passed' })).toMatchObject({
    outcome: 'paid',
  })
})

test('charges once for 50 simultaneous payments', async () => {
  const { sandbox, beginCheckout, takeNewEvents } = scene
  const { checkoutId } = await beginCheckout()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => sandbox.payCheckout(checkoutId, { card: 'pm_card_visa' })),
  )
  expect(new Set(outcomes.map((paid) => paid.outcome))).toEqual(new Set(['paid']))
  expect(typesOf(await takeNewEvents()).filter((type) => type === 'invoice.paid')).toHaveLength(1)
})

test('refuses to pay a checkout that was ended or has expired', async () => {
  const { sandbox, beginCheckout, takeNewEvents, app } = scene
  const [endedCheckout, lateCheckout] = [await beginCheckout(), await beginCheckout()]
  expect(await sandbox.endCheckout(endedCheckout.checkoutId)).toBe(true)
  expect(await sandbox.endCheckout(endedCheckout.checkoutId)).toBe(true)
  expect(typesOf(await takeNewEvents())).toEqual(['checkout.session.expired'])
  app.clock.moveBy(3_600_000)
  for (const { checkoutId } of [endedCheckout, lateCheckout]) {
    await expect(sandbox.payCheckout(checkoutId, { card: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'OUT_OF_DATE',
    })
    expect(await sandbox.readCheckout(checkoutId)).toMatchObject({ status: 'expired' })
  }
  expect(await takeNewEvents()).toEqual([])
  expect(await sandbox.endCheckout(lateCheckout.checkoutId)).toBe(true)
})

test('finds no checkout for an unknown id', async () => {
  const { sandbox } = scene
  const notFound = { code: 'NOT_FOUND' }
  await expect(sandbox.readCheckout('cs_test_guess')).rejects.toMatchObject(notFound)
  const paying = sandbox.payCheckout('cs_test_guess', { card: 'pm_card_visa' })
  await expect(paying).rejects.toMatchObject(notFound)
  expect(await sandbox.endCheckout('cs_test_guess')).toBe(true)
})

test.each([29 * 60_000, DAY_MS + 1_000])(
  'refuses a checkout that would be open for %d ms, like Stripe',
  async (ms) => {
    const { sandbox, app } = scene
    const plan = { key: randomUUID(), email: 'buyer@club.example', description: 'Golf' }
    const expiresAt = new Date(app.clock.now().getTime() + ms)
    await expect(
      sandbox.beginCheckout({
        ...plan,
        successUrl: SUCCESS_URL,
        cancelUrl: SUCCESS_URL,
        expiresAt,
      }),
    ).rejects.toThrow(PaymentCallRefused)
  },
)
