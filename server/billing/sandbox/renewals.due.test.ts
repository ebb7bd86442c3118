// @module-tag thorough
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  DAY_MS,
  factsOf,
  type SandboxScene,
  startSandbox,
  typesOf,
} from './testing/start-sandbox.ts'

let scene: SandboxScene

beforeEach(async () => {
  scene = await startSandbox()
})
afterEach(() => scene.app.close())

const PAID_EVENT_TYPES = ['invoice.paid', 'invoice_payment.paid', 'customer.subscription.updated']
const statusOf = async (subscriptionId: string) =>
  (await scene.sandbox.readSubscription(subscriptionId))?.status

/** In the app, a job runs the due work every minute. */
async function runDueWorkAt(iso: string): Promise<void> {
  scene.app.clock.moveTo(iso)
  await scene.sandbox.runDueWork()
}

test('renews a subscription at the end of each six months', async () => {
  const { beginAndPay, takeNewEvents, sandbox } = scene
  const { subscriptionId } = await beginAndPay()
  await takeNewEvents()
  await runDueWorkAt('2026-12-01T17:59:59Z')
  expect(await takeNewEvents()).toEqual([])

  await runDueWorkAt('2026-12-01T18:00:00Z')
  const events = await takeNewEvents()
  expect(typesOf(events)).toEqual(PAID_EVENT_TYPES)
  expect(factsOf(events, 'invoice')).toMatchObject([
    {
      outcome: 'paid',
      isRenewal: true,
      periodStart: new Date('2026-12-01T18:00:00Z'),
      periodEnd: new Date('2027-06-01T18:00:00Z'),
    },
  ])
  await sandbox.runDueWork()
  expect(await takeNewEvents()).toEqual([])

  await runDueWorkAt('2028-07-01T00:00:00Z')
  expect(typesOf(await takeNewEvents())).toEqual([
    ...PAID_EVENT_TYPES,
    ...PAID_EVENT_TYPES,
    ...PAID_EVENT_TYPES,
  ])
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({
    status: 'active',
    periodEnd: new Date('2028-12-01T18:00:00Z'),
  })
})

test('renews on a 31st again after a shorter month', async () => {
  const { beginAndPay, app, sandbox } = scene
  app.clock.moveTo('2026-08-31T12:00:00Z')
  const { subscriptionId } = await beginAndPay()
  const periodEnd = async () =>
    (await sandbox.readSubscription(subscriptionId))?.periodEnd.toISOString()
  expect(await periodEnd()).toBe('2027-02-28T12:00:00.000Z')
  await runDueWorkAt('2027-02-28T12:00:00Z')
  expect(await periodEnd()).toBe('2027-08-31T12:00:00.000Z')
})

test('retries a failed renewal three times in a week, then ends the subscription', async () => {
  const { beginAndPay, takeNewEvents, runDueWorkAfter } = scene
  const { subscriptionId } = await beginAndPay('pm_card_chargeCustomerFail')
  await takeNewEvents()
  await runDueWorkAt('2026-12-01T18:00:00Z')
  const failed = await takeNewEvents()
  expect(typesOf(failed)).toEqual(['invoice.payment_failed', 'customer.subscription.updated'])
  expect(factsOf(failed, 'invoice')).toMatchObject([{ outcome: 'failed', isRenewal: true }])
  expect(factsOf(failed, 'subscription')).toMatchObject([{ status: 'past_due' }])

  const typesByDay: string[][] = []
  for (let day = 1; day <= 8; day += 1) {
    await runDueWorkAfter(DAY_MS)
    typesByDay.push(typesOf(await takeNewEvents()))
  }
  const [afterThreeDays, afterFiveDays] = [typesByDay[2], typesByDay[4]]
  expect([afterThreeDays, afterFiveDays]).toEqual([
    ['invoice.payment_failed'],
    ['invoice.payment_failed'],
  ])
  expect(typesByDay[6]).toEqual(['invoice.payment_failed', 'customer.subscription.deleted'])
  expect([typesByDay[0], typesByDay[1], typesByDay[3], typesByDay[5], typesByDay[7]]).toEqual([
    [],
    [],
    [],
    [],
    [],
  ])
  expect(await statusOf(subscriptionId)).toBe('canceled')
  expect(await scene.sandbox.findClientSecret(subscriptionId)).toBeUndefined()
})

test('continues the subscription if the next retry charges another card', async () => {
  const { beginAndPay, takeNewEvents, runDueWorkAfter, openPortal, sandbox } = scene
  const { subscriptionId, customerId } = await beginAndPay('pm_card_chargeCustomerFail')
  await runDueWorkAt('2026-12-01T18:00:00Z')
  await sandbox.applyPortalChange(await openPortal(customerId), {
    action: 'card',
    card: 'pm_card_visa',
  })
  await takeNewEvents()
  await runDueWorkAfter(3 * DAY_MS)
  expect(typesOf(await takeNewEvents())).toEqual(PAID_EVENT_TYPES)
  expect(await statusOf(subscriptionId)).toBe('active')
  await runDueWorkAfter(7 * DAY_MS)
  expect(await takeNewEvents()).toEqual([])
})

test('lets the owner pay a failed renewal in the payment form', async () => {
  const { beginAndPay, takeNewEvents, sandbox } = scene
  const { subscriptionId } = await beginAndPay('pm_card_chargeCustomerFail')
  await runDueWorkAt('2026-12-01T18:00:00Z')
  await takeNewEvents()
  const secret = await sandbox.findClientSecret(subscriptionId)
  expect(await sandbox.confirm(secret ?? '', { card: 'pm_card_visa' })).toEqual({ outcome: 'paid' })
  const events = await takeNewEvents()
  expect(typesOf(events)).toEqual(PAID_EVENT_TYPES)
  expect(factsOf(events, 'invoice')).toMatchObject([{ isRenewal: true }])
  expect(await statusOf(subscriptionId)).toBe('active')
})

test('leaves a renewal unpaid if the card needs authentication every time', async () => {
  const { beginAndPay, takeNewEvents } = scene
  const { subscriptionId } = await beginAndPay('pm_card_authenticationRequired')
  await takeNewEvents()
  await runDueWorkAt('2026-12-01T18:00:00Z')
  expect(typesOf(await takeNewEvents())).toEqual([
    'invoice.payment_action_required',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  expect(await statusOf(subscriptionId)).toBe('past_due')
})

test('renews with a card that needs authentication only once', async () => {
  const { beginAndPay, takeNewEvents } = scene
  await beginAndPay('pm_card_authenticationRequiredOnSetup')
  await takeNewEvents()
  await runDueWorkAt('2026-12-01T18:00:00Z')
  expect(typesOf(await takeNewEvents())).toEqual(PAID_EVENT_TYPES)
})

test('ends a canceled subscription with its period and charges nothing', async () => {
  const { beginAndPay, takeNewEvents, sandbox } = scene
  const { subscriptionId } = await beginAndPay()
  await takeNewEvents()
  await sandbox.cancel(subscriptionId, 'period-end')
  await sandbox.cancel(subscriptionId, 'period-end')
  const events = await takeNewEvents()
  expect(factsOf(events, 'subscription')).toMatchObject([
    { status: 'active', cancelAtPeriodEnd: true },
  ])
  await runDueWorkAt('2026-12-01T17:59:00Z')
  expect(await statusOf(subscriptionId)).toBe('active')
  await runDueWorkAt('2026-12-01T18:00:00Z')
  expect(typesOf(await takeNewEvents())).toEqual(['customer.subscription.deleted'])
  expect(await statusOf(subscriptionId)).toBe('canceled')
})

test('abandons a subscription that is not paid within 23 hours', async () => {
  const { beginSubscription, takeNewEvents, sandbox, runDueWorkAfter } = scene
  const { subscriptionId, clientSecret } = await beginSubscription()
  await takeNewEvents()
  await runDueWorkAfter(22 * 3_600_000)
  expect(await takeNewEvents()).toEqual([])
  await runDueWorkAfter(3_600_000)
  const events = await takeNewEvents()
  expect(typesOf(events)).toEqual(['customer.subscription.updated'])
  expect(factsOf(events, 'subscription')).toMatchObject([{ status: 'abandoned' }])
  await expect(sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).rejects.toMatchObject({
    code: 'OUT_OF_DATE',
  })
  expect(await sandbox.findClientSecret(subscriptionId)).toBeUndefined()
})

test('expires a checkout after an hour and loses a dispute after ten days', async () => {
  const { beginCheckout, beginAndPay, openPortal, takeNewEvents, sandbox, runDueWorkAfter } = scene
  const { checkoutId } = await beginCheckout()
  const { customerId, subscriptionId } = await beginAndPay()
  await sandbox.applyPortalChange(await openPortal(customerId), {
    action: 'dispute',
    subscriptionId,
  })
  await takeNewEvents()
  await runDueWorkAfter(3_600_000)
  const [expired] = await takeNewEvents()
  expect(expired).toMatchObject({
    type: 'checkout.session.expired',
    fact: { checkoutId, outcome: 'expired', subscriptionId: null },
  })
  await runDueWorkAfter(10 * DAY_MS)
  const [lost] = await takeNewEvents()
  expect(lost).toMatchObject({ type: 'charge.dispute.closed', fact: { outcome: 'lost' } })
})
