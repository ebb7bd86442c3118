import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRICE_CENTS } from '../../../../contract/limits.ts'
import { PaymentRefused } from '../payments.ts'
import {
  factsOf,
  type SandboxScene,
  type StartedSubscription,
  startSandbox,
  typesOf,
} from './testing/start-sandbox.ts'

let scene: SandboxScene
let payer: StartedSubscription
let portal: string

beforeAll(async () => {
  scene = await startSandbox()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  payer = await scene.pay()
  portal = await scene.portal(payer.customerId)
  await scene.notified()
})

const PAID = ['invoice.paid', 'invoice_payment.paid', 'customer.subscription.updated']
const DONE = { outcome: 'done' }
const NOT_NOW = { outcome: 'not-now', message: expect.any(String) }

type Action = 'cancel' | 'resume' | 'renew' | 'refund' | 'dispute'
const change = (action: Action) =>
  scene.sandbox.applyPortalChange(portal, { action, subscriptionId: payer.subscriptionId })

test("shows the payer's card, subscriptions and invoices", async () => {
  await change('renew')
  expect(await scene.sandbox.readPortal(portal)).toEqual({
    email: expect.stringContaining('@club.example'),
    returnUrl: 'http://localhost/golf/profile',
    card: 'pm_card_visa',
    subscriptions: [
      {
        id: payer.subscriptionId,
        description: 'Fourball: Saturday Golf',
        status: 'active',
        amount: PRICE_CENTS,
        periodEnd: '2027-06-01T18:00:00.000Z',
        cancelAtPeriodEnd: false,
      },
    ],
    invoices: [1, 2].map(() => ({
      id: expect.stringMatching(/^in_/),
      createdAt: '2026-06-01T18:00:00.000Z',
      amount: PRICE_CENTS,
      status: 'paid',
    })),
  })
})

test('can be used for an hour by anyone who has its id', async () => {
  const { app, sandbox } = scene
  app.clock.moveBy(3_599_000)
  expect(await sandbox.readPortal(portal)).toBeDefined()
  app.clock.moveBy(1_000)
  expect(await sandbox.readPortal(portal)).toBeUndefined()
  expect(await change('cancel')).toBeUndefined()
  app.clock.moveBy(-3_600_000)
  expect(await sandbox.readPortal('bps_guess')).toBeUndefined()
})

test("refuses to change another customer's subscription", async () => {
  const other = await scene.pay()
  await scene.notified()
  const { subscriptionId } = other
  expect(
    await scene.sandbox.applyPortalChange(portal, { action: 'cancel', subscriptionId }),
  ).toBeUndefined()
  expect(await scene.notified()).toEqual([])
})

test('cancels at the end of the period, and resumes', async () => {
  expect(await change('cancel')).toEqual(DONE)
  expect(await change('cancel')).toEqual(DONE)
  expect(factsOf(await scene.notified(), 'subscription')).toMatchObject([
    { status: 'active', cancelAtPeriodEnd: true },
  ])
  expect(await change('renew')).toEqual(NOT_NOW)
  expect(await change('resume')).toEqual(DONE)
  expect(factsOf(await scene.notified(), 'subscription')).toMatchObject([
    { cancelAtPeriodEnd: false },
  ])
})

test('renews for the next period right away', async () => {
  expect(await change('renew')).toEqual(DONE)
  const events = await scene.notified()
  expect(typesOf(events)).toEqual(PAID)
  expect(factsOf(events, 'invoice')).toMatchObject([
    {
      isRenewal: true,
      periodStart: new Date('2026-12-01T18:00:00Z'),
      periodEnd: new Date('2027-06-01T18:00:00Z'),
    },
  ])
})

test('stores a new card, refuses one that is declined, and shows that a renewal failed', async () => {
  const keep = (card: 'pm_card_chargeCustomerFail' | 'pm_card_chargeDeclined') =>
    scene.sandbox.applyPortalChange(portal, { action: 'card', card })
  const declined = { outcome: 'declined', message: 'Your card was declined.' }
  expect(await keep('pm_card_chargeDeclined')).toEqual(declined)
  expect(await scene.notified()).toEqual([])
  expect(await keep('pm_card_chargeCustomerFail')).toEqual(DONE)
  expect(typesOf(await scene.notified())).toEqual(['customer.subscription.updated'])

  expect(await change('renew')).toEqual(declined)
  expect(typesOf(await scene.notified())).toEqual([
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  expect(await change('renew')).toEqual(declined)
  expect(typesOf(await scene.notified())).toEqual(['invoice.payment_failed'])
  await scene.sandbox.applyPortalChange(portal, { action: 'card', card: 'pm_card_visa' })
  await scene.notified()
  expect(await change('renew')).toEqual(DONE)
  expect(typesOf(await scene.notified())).toEqual(PAID)
})

const invoices = async () =>
  (await scene.sandbox.readPortal(portal))?.invoices.map(({ status }) => status)

test('refunds the latest payment once', async () => {
  expect(await change('refund')).toEqual(DONE)
  const events = await scene.notified()
  expect(typesOf(events)).toEqual(['charge.refunded'])
  expect(factsOf(events, 'refund')).toMatchObject([{ refunded: PRICE_CENTS }])
  expect(await change('refund')).toEqual(NOT_NOW)
  expect(await change('dispute')).toEqual(NOT_NOW)
  expect(await scene.notified()).toEqual([])
  expect(await invoices()).toEqual(['refunded'])
})

test('disputes the latest payment and withdraws the dispute', async () => {
  expect(await change('dispute')).toEqual(DONE)
  expect(await invoices()).toEqual(['disputed'])
  expect(await change('refund')).toEqual(NOT_NOW)
  expect(await change('dispute')).toEqual(DONE)
  expect(await invoices()).toEqual(['paid'])
  const events = await scene.notified()
  expect(typesOf(events)).toEqual(['charge.dispute.created', 'charge.dispute.closed'])
  expect(factsOf(events, 'dispute')).toMatchObject([
    { outcome: 'open', amount: PRICE_CENTS },
    { outcome: 'won', amount: PRICE_CENTS },
  ])
  expect(await change('dispute')).toEqual(NOT_NOW)
  expect(await change('refund')).toEqual(DONE)
})

test('changes nothing in a subscription that has ended, except for a refund', async () => {
  const { sandbox } = scene
  await sandbox.cancel(payer.subscriptionId, 'now')
  expect(typesOf(await scene.notified())).toEqual(['customer.subscription.deleted'])
  for (const action of ['cancel', 'resume', 'renew'] as const) {
    expect(await change(action)).toEqual(NOT_NOW)
  }
  expect(await change('refund')).toEqual(DONE)
})

test('opens for customers only', async () => {
  await expect(scene.sandbox.openPortal('cus_none', 'http://localhost')).rejects.toThrow(
    PaymentRefused,
  )
})
