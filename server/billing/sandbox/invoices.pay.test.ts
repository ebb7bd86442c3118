import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRICE_CENTS, PRICE_CURRENCY } from '../../../contract/limits.ts'
import { factsOf, type SandboxScene, startSandbox, typesOf } from './testing/start-sandbox.ts'

let scene: SandboxScene

beforeAll(async () => {
  scene = await startSandbox()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  await scene.takeNewEvents()
})

const PAID_EVENT_TYPES = ['invoice.paid', 'invoice_payment.paid', 'customer.subscription.updated']

test('charges a valid card and sends all events', async () => {
  const { sandbox, beginSubscription, takeNewEvents } = scene
  const { subscriptionId, customerId, clientSecret } = await beginSubscription()
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
  const [created] = await takeNewEvents()
  expect(created).toMatchObject({
    type: 'customer.subscription.created',
    fact: { kind: 'subscription', subscriptionId, customerId, status: 'incomplete' },
  })

  expect(await sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).toEqual({ outcome: 'paid' })
  const events = await takeNewEvents()
  expect(typesOf(events)).toEqual(PAID_EVENT_TYPES)
  const [invoice] = factsOf(events, 'invoice')
  expect(invoice).toEqual({
    kind: 'invoice',
    outcome: 'paid',
    invoiceId: expect.stringMatching(/^in_/),
    subscriptionId,
    customerId,
    key: expect.any(String),
    amount: PRICE_CENTS,
    currency: PRICE_CURRENCY,
    periodStart: new Date('2026-06-01T18:00:00Z'),
    periodEnd: new Date('2026-12-01T18:00:00Z'),
    isRenewal: false,
    hostedUrl: null,
    at: new Date('2026-06-01T18:00:00Z'),
  })
  expect(factsOf(events, 'payment')).toEqual([
    {
      kind: 'payment',
      invoiceId: invoice?.invoiceId,
      paymentId: expect.stringMatching(/^pi_/),
    },
  ])
  expect(await sandbox.readSubscription(subscriptionId)).toEqual({
    subscriptionId,
    customerId,
    key: invoice?.key,
    status: 'active',
    cancelAtPeriodEnd: false,
    periodEnd: new Date('2026-12-01T18:00:00Z'),
  })
  expect(await sandbox.findClientSecret(subscriptionId)).toBeUndefined()
})

test.each([
  ['pm_card_chargeDeclined', 'Your card was declined.'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
  ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
  ['pm_card_chargeDeclinedIncorrectCvc', "Your card's security code is incorrect."],
] as const)('declines %s with its message, then charges another', async (card, message) => {
  const { sandbox, beginSubscription, takeNewEvents } = scene
  const { subscriptionId, clientSecret } = await beginSubscription()
  await takeNewEvents()
  expect(await sandbox.confirm(clientSecret, { card })).toMatchObject({
    outcome: 'declined',
    message,
  })
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
  const events = await takeNewEvents()
  expect(typesOf(events)).toEqual(['invoice.payment_failed'])
  expect(factsOf(events, 'invoice')).toMatchObject([{ outcome: 'failed', isRenewal: false }])

  expect(await sandbox.findClientSecret(subscriptionId)).toBe(clientSecret)
  expect(await sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).toEqual({
    outcome: 'paid',
  })
  expect(typesOf(await takeNewEvents())).toEqual(PAID_EVENT_TYPES)
})

test.each(['pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup'] as const)(
  'requires authentication for %s and charges the card only if that succeeds',
  async (card) => {
    const { sandbox, beginSubscription, takeNewEvents } = scene
    const { subscriptionId, clientSecret } = await beginSubscription()
    await takeNewEvents()
    const requiresAction = { outcome: 'requires-action' }
    expect(await sandbox.confirm(clientSecret, { card })).toEqual(requiresAction)
    expect(await sandbox.confirm(clientSecret, { card })).toEqual(requiresAction)
    expect(typesOf(await takeNewEvents())).toEqual(['invoice.payment_action_required'])

    expect(await sandbox.confirm(clientSecret, { card, authentication: 'failed' })).toMatchObject({
      outcome: 'declined',
      message: expect.stringContaining('unable to authenticate'),
    })
    expect(typesOf(await takeNewEvents())).toEqual(['invoice.payment_failed'])
    expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })

    expect(await sandbox.confirm(clientSecret, { card })).toEqual(requiresAction)
    expect(await sandbox.confirm(clientSecret, { card, authentication: 'passed' })).toEqual({
      outcome: 'paid',
    })
    expect(typesOf(await takeNewEvents())).toEqual([
      'invoice.payment_action_required',
      ...PAID_EVENT_TYPES,
    ])
  },
)

test('accepts the first payment with a card that fails at renewals', async () => {
  const { sandbox, beginSubscription } = scene
  const { clientSecret } = await beginSubscription()
  expect(await sandbox.confirm(clientSecret, { card: 'pm_card_chargeCustomerFail' })).toEqual({
    outcome: 'paid',
  })
})

test('charges nothing when a paid invoice is paid again, whatever the card', async () => {
  const { sandbox, beginAndPay, takeNewEvents } = scene
  const { clientSecret } = await beginAndPay()
  await takeNewEvents()
  for (const card of ['pm_card_visa', 'pm_card_chargeDeclined'] as const) {
    expect(await sandbox.confirm(clientSecret, { card })).toEqual({ outcome: 'paid' })
  }
  expect(await takeNewEvents()).toEqual([])
})

test('charges once for 50 simultaneous payments and returns the result to each', async () => {
  const { sandbox, beginSubscription, takeNewEvents } = scene
  const { clientSecret } = await beginSubscription()
  await takeNewEvents()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => sandbox.confirm(clientSecret, { card: 'pm_card_visa' })),
  )
  expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ outcome: 'paid' })))
  expect(typesOf(await takeNewEvents())).toEqual(PAID_EVENT_TYPES)
})

test('charges nothing for an almost correct secret', async () => {
  const { sandbox, beginSubscription } = scene
  const { clientSecret } = await beginSubscription()
  for (const guess of ['', 'pi_1_secret_1', `${clientSecret}0`, clientSecret.slice(0, -1)]) {
    await expect(sandbox.confirm(guess, { card: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
})
