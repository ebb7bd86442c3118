import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PRICE_CENTS } from '../../../contract/limits.ts'
import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import {
  factsOf,
  type SandboxScene,
  type StartedSubscription,
  startSandbox,
  typesOf,
} from './testing/start-sandbox.ts'

let scene: SandboxScene
let paidSubscription: StartedSubscription
let portalId: string

beforeAll(async () => {
  scene = await startSandbox()
})
afterAll(() => scene.app.close())
beforeEach(async () => {
  paidSubscription = await scene.beginAndPay()
  portalId = await scene.openPortal(paidSubscription.customerId)
  await scene.takeNewEvents()
})

const PAID_EVENT_TYPES = ['invoice.paid', 'invoice_payment.paid', 'customer.subscription.updated']
const NOT_FOUND = { code: 'NOT_FOUND' }
const NOT_NOW = { code: 'OUT_OF_DATE', message: expect.any(String) }

type Action = 'cancel' | 'resume' | 'renew' | 'refund' | 'dispute'
const change = (action: Action) =>
  scene.sandbox.applyPortalChange(portalId, {
    action,
    subscriptionId: paidSubscription.subscriptionId,
  })

test("shows the payer's card, subscriptions and invoices", async () => {
  await change('renew')
  expect(await scene.sandbox.readPortal(portalId)).toEqual({
    email: expect.stringContaining('@club.example'),
    returnUrl: 'http://localhost/golf/profile',
    card: 'pm_card_visa',
    subscriptions: [
      {
        id: paidSubscription.subscriptionId,
        description: 'Fourball: Saturday Golf',
        status: 'active',
        amount: PRICE_CENTS,
        periodStart: '2026-12-01T18:00:00.000Z',
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
  expect(await sandbox.readPortal(portalId)).toBeDefined()
  app.clock.moveBy(1_000)
  await expect(sandbox.readPortal(portalId)).rejects.toMatchObject(NOT_FOUND)
  await expect(change('cancel')).rejects.toMatchObject(NOT_FOUND)
  app.clock.moveBy(-3_600_000)
  await expect(sandbox.readPortal('bps_guess')).rejects.toMatchObject(NOT_FOUND)
})

test("refuses to change another customer's subscription", async () => {
  const other = await scene.beginAndPay()
  await scene.takeNewEvents()
  const { subscriptionId } = other
  await expect(
    scene.sandbox.applyPortalChange(portalId, { action: 'cancel', subscriptionId }),
  ).rejects.toMatchObject(NOT_FOUND)
  expect(await scene.takeNewEvents()).toEqual([])
})

test('cancels at the end of the period, and resumes', async () => {
  expect(await change('cancel')).toBeUndefined()
  expect(await change('cancel')).toBeUndefined()
  expect(factsOf(await scene.takeNewEvents(), 'subscription')).toMatchObject([
    { status: 'active', cancelAtPeriodEnd: true },
  ])
  await expect(change('renew')).rejects.toMatchObject(NOT_NOW)
  expect(await change('resume')).toBeUndefined()
  expect(factsOf(await scene.takeNewEvents(), 'subscription')).toMatchObject([
    { cancelAtPeriodEnd: false },
  ])
})

test('renews for the next period right away', async () => {
  expect(await change('renew')).toBeUndefined()
  const events = await scene.takeNewEvents()
  expect(typesOf(events)).toEqual(PAID_EVENT_TYPES)
  expect(factsOf(events, 'invoice')).toMatchObject([
    {
      isRenewal: true,
      periodStart: new Date('2026-12-01T18:00:00Z'),
      periodEnd: new Date('2027-06-01T18:00:00Z'),
    },
  ])
})

test('stores a new card, refuses one that is declined, and shows that a renewal failed', async () => {
  const changeCard = (card: 'pm_card_chargeCustomerFail' | 'pm_card_chargeDeclined') =>
    scene.sandbox.applyPortalChange(portalId, { action: 'card', card })
  const declinedMessage = 'Your card was declined.'
  await expect(changeCard('pm_card_chargeDeclined')).rejects.toMatchObject({
    code: 'CARD_DECLINED',
    message: declinedMessage,
  })
  expect(await scene.takeNewEvents()).toEqual([])
  expect(await changeCard('pm_card_chargeCustomerFail')).toBeUndefined()
  expect(typesOf(await scene.takeNewEvents())).toEqual(['customer.subscription.updated'])

  expect(await change('renew')).toBe(declinedMessage)
  expect(typesOf(await scene.takeNewEvents())).toEqual([
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  expect(await change('renew')).toBe(declinedMessage)
  expect(typesOf(await scene.takeNewEvents())).toEqual(['invoice.payment_failed'])
  await scene.sandbox.applyPortalChange(portalId, { action: 'card', card: 'pm_card_visa' })
  await scene.takeNewEvents()
  expect(await change('renew')).toBeUndefined()
  expect(typesOf(await scene.takeNewEvents())).toEqual(PAID_EVENT_TYPES)
})

const listInvoiceStatuses = async () =>
  (await scene.sandbox.readPortal(portalId)).invoices.map(({ status }) => status)

test('refunds the latest payment once', async () => {
  expect(await change('refund')).toBeUndefined()
  const events = await scene.takeNewEvents()
  expect(typesOf(events)).toEqual(['charge.refunded'])
  expect(factsOf(events, 'refund')).toMatchObject([{ refunded: PRICE_CENTS }])
  await expect(change('refund')).rejects.toMatchObject(NOT_NOW)
  await expect(change('dispute')).rejects.toMatchObject(NOT_NOW)
  expect(await scene.takeNewEvents()).toEqual([])
  expect(await listInvoiceStatuses()).toEqual(['refunded'])
})

test('disputes the latest payment and withdraws the dispute', async () => {
  expect(await change('dispute')).toBeUndefined()
  expect(await listInvoiceStatuses()).toEqual(['disputed'])
  await expect(change('refund')).rejects.toMatchObject(NOT_NOW)
  expect(await change('dispute')).toBeUndefined()
  expect(await listInvoiceStatuses()).toEqual(['paid'])
  const events = await scene.takeNewEvents()
  expect(typesOf(events)).toEqual(['charge.dispute.created', 'charge.dispute.closed'])
  expect(factsOf(events, 'dispute')).toMatchObject([
    { outcome: 'open', amount: PRICE_CENTS },
    { outcome: 'won', amount: PRICE_CENTS },
  ])
  await expect(change('dispute')).rejects.toMatchObject(NOT_NOW)
  expect(await change('refund')).toBeUndefined()
})

test('changes nothing in a subscription that has ended, except for a refund', async () => {
  const { sandbox } = scene
  await sandbox.cancel(paidSubscription.subscriptionId, 'now')
  expect(typesOf(await scene.takeNewEvents())).toEqual(['customer.subscription.deleted'])
  for (const action of ['cancel', 'resume', 'renew'] as const) {
    await expect(change(action)).rejects.toMatchObject(NOT_NOW)
  }
  expect(await change('refund')).toBeUndefined()
})

test('opens for customers only', async () => {
  await expect(scene.sandbox.openPortal('cus_none', 'http://localhost')).rejects.toThrow(
    PaymentCallRefused,
  )
})
