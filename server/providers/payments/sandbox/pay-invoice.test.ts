import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRICE_CENTS, PRICE_CURRENCY } from '../../../../contract/limits.ts'
import { factsOf, type SandboxScene, startSandbox, typesOf } from './testing/start-sandbox.ts'

let scene: SandboxScene

beforeAll(async () => {
  scene = await startSandbox()
})
afterAll(() => scene.it.close())
beforeEach(async () => {
  await scene.told()
})

const PAID = ['invoice.paid', 'invoice_payment.paid', 'customer.subscription.updated']

test('a good card pays, and all of it is told', async () => {
  const { sandbox, begin, told } = scene
  const { subscriptionId, customerId, clientSecret } = await begin()
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
  const [created] = await told()
  expect(created).toMatchObject({
    type: 'customer.subscription.created',
    fact: { kind: 'subscription', subscriptionId, customerId, status: 'incomplete' },
  })

  expect(await sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).toEqual({ outcome: 'paid' })
  const events = await told()
  expect(typesOf(events)).toEqual(PAID)
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
] as const)('%s is refused in its words, and another card pays', async (card, message) => {
  const { sandbox, begin, told } = scene
  const { subscriptionId, clientSecret } = await begin()
  await told()
  expect(await sandbox.confirm(clientSecret, { card })).toMatchObject({
    outcome: 'declined',
    message,
  })
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })
  const events = await told()
  expect(typesOf(events)).toEqual(['invoice.payment_failed'])
  expect(factsOf(events, 'invoice')).toMatchObject([{ outcome: 'failed', isRenewal: false }])

  expect(await sandbox.findClientSecret(subscriptionId)).toBe(clientSecret)
  expect(await sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).toEqual({ outcome: 'paid' })
  expect(typesOf(await told())).toEqual(PAID)
})

test.each(['pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup'] as const)(
  'the bank of %s asks the cardholder first, and the answer decides',
  async (card) => {
    const { sandbox, begin, told } = scene
    const { subscriptionId, clientSecret } = await begin()
    await told()
    const asked = { outcome: 'requires-action' }
    expect(await sandbox.confirm(clientSecret, { card })).toEqual(asked)
    expect(await sandbox.confirm(clientSecret, { card })).toEqual(asked)
    expect(typesOf(await told())).toEqual(['invoice.payment_action_required'])

    expect(await sandbox.confirm(clientSecret, { card, authentication: 'failed' })).toMatchObject({
      outcome: 'declined',
      message: expect.stringContaining('unable to authenticate'),
    })
    expect(typesOf(await told())).toEqual(['invoice.payment_failed'])
    expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({ status: 'incomplete' })

    expect(await sandbox.confirm(clientSecret, { card })).toEqual(asked)
    expect(await sandbox.confirm(clientSecret, { card, authentication: 'passed' })).toEqual({
      outcome: 'paid',
    })
    expect(typesOf(await told())).toEqual(['invoice.payment_action_required', ...PAID])
  },
)

test('a card that fails later pays at first', async () => {
  const { sandbox, begin } = scene
  const { clientSecret } = await begin()
  expect(await sandbox.confirm(clientSecret, { card: 'pm_card_chargeCustomerFail' })).toEqual({
    outcome: 'paid',
  })
})

test('paying again is the first payment, whatever the second card', async () => {
  const { sandbox, pay, told } = scene
  const { clientSecret } = await pay()
  await told()
  for (const card of ['pm_card_visa', 'pm_card_chargeDeclined'] as const) {
    expect(await sandbox.confirm(clientSecret, { card })).toEqual({ outcome: 'paid' })
  }
  expect(await told()).toEqual([])
})

test('of 50 who pay at once one pays, and all hear of it', async () => {
  const { sandbox, begin, told } = scene
  const { clientSecret } = await begin()
  await told()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => sandbox.confirm(clientSecret, { card: 'pm_card_visa' })),
  )
  expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ outcome: 'paid' })))
  expect(typesOf(await told())).toEqual(PAID)
})

test('a secret that is not quite one pays nothing', async () => {
  const { sandbox, begin } = scene
  const { clientSecret } = await begin()
  for (const guess of ['', 'pi_1_secret_1', `${clientSecret}0`, clientSecret.slice(0, -1)]) {
    expect(await sandbox.confirm(guess, { card: 'pm_card_visa' })).toBeUndefined()
  }
})
