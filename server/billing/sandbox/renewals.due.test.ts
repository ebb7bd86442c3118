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

const PAID = ['invoice.paid', 'invoice_payment.paid', 'customer.subscription.updated']
const statusOf = async (subscriptionId: string) =>
  (await scene.sandbox.readSubscription(subscriptionId))?.status

/** In the app, a job runs the due work every minute. */
async function workAt(iso: string): Promise<void> {
  scene.app.clock.moveTo(iso)
  await scene.sandbox.runDueWork()
}

test('renews a subscription at the end of each six months', async () => {
  const { pay, newEvents, sandbox } = scene
  const { subscriptionId } = await pay()
  await newEvents()
  await workAt('2026-12-01T17:59:59Z')
  expect(await newEvents()).toEqual([])

  await workAt('2026-12-01T18:00:00Z')
  const events = await newEvents()
  expect(typesOf(events)).toEqual(PAID)
  expect(factsOf(events, 'invoice')).toMatchObject([
    {
      outcome: 'paid',
      isRenewal: true,
      periodStart: new Date('2026-12-01T18:00:00Z'),
      periodEnd: new Date('2027-06-01T18:00:00Z'),
    },
  ])
  await sandbox.runDueWork()
  expect(await newEvents()).toEqual([])

  await workAt('2028-07-01T00:00:00Z')
  expect(typesOf(await newEvents())).toEqual([...PAID, ...PAID, ...PAID])
  expect(await sandbox.readSubscription(subscriptionId)).toMatchObject({
    status: 'active',
    periodEnd: new Date('2028-12-01T18:00:00Z'),
  })
})

test('renews on a 31st again after a shorter month', async () => {
  const { pay, app, sandbox } = scene
  app.clock.moveTo('2026-08-31T12:00:00Z')
  const { subscriptionId } = await pay()
  const periodEnd = async () =>
    (await sandbox.readSubscription(subscriptionId))?.periodEnd.toISOString()
  expect(await periodEnd()).toBe('2027-02-28T12:00:00.000Z')
  await workAt('2027-02-28T12:00:00Z')
  expect(await periodEnd()).toBe('2027-08-31T12:00:00.000Z')
})

test('retries a failed renewal three times in a week, then ends the subscription', async () => {
  const { pay, newEvents, wait } = scene
  const { subscriptionId } = await pay('pm_card_chargeCustomerFail')
  await newEvents()
  await workAt('2026-12-01T18:00:00Z')
  const failed = await newEvents()
  expect(typesOf(failed)).toEqual(['invoice.payment_failed', 'customer.subscription.updated'])
  expect(factsOf(failed, 'invoice')).toMatchObject([{ outcome: 'failed', isRenewal: true }])
  expect(factsOf(failed, 'subscription')).toMatchObject([{ status: 'past_due' }])

  const days: string[][] = []
  for (let day = 1; day <= 8; day += 1) {
    await wait(DAY_MS)
    days.push(typesOf(await newEvents()))
  }
  const [third, fifth] = [days[2], days[4]]
  expect([third, fifth]).toEqual([['invoice.payment_failed'], ['invoice.payment_failed']])
  expect(days[6]).toEqual(['invoice.payment_failed', 'customer.subscription.deleted'])
  expect([days[0], days[1], days[3], days[5], days[7]]).toEqual([[], [], [], [], []])
  expect(await statusOf(subscriptionId)).toBe('canceled')
  expect(await scene.sandbox.findClientSecret(subscriptionId)).toBeUndefined()
})

test('continues the subscription if the next retry charges another card', async () => {
  const { pay, newEvents, wait, portal, sandbox } = scene
  const { subscriptionId, customerId } = await pay('pm_card_chargeCustomerFail')
  await workAt('2026-12-01T18:00:00Z')
  await sandbox.applyPortalChange(await portal(customerId), {
    action: 'card',
    card: 'pm_card_visa',
  })
  await newEvents()
  await wait(3 * DAY_MS)
  expect(typesOf(await newEvents())).toEqual(PAID)
  expect(await statusOf(subscriptionId)).toBe('active')
  await wait(7 * DAY_MS)
  expect(await newEvents()).toEqual([])
})

test('lets the owner pay a failed renewal in the payment form', async () => {
  const { pay, newEvents, sandbox } = scene
  const { subscriptionId } = await pay('pm_card_chargeCustomerFail')
  await workAt('2026-12-01T18:00:00Z')
  await newEvents()
  const secret = await sandbox.findClientSecret(subscriptionId)
  expect(await sandbox.confirm(secret ?? '', { card: 'pm_card_visa' })).toEqual({ outcome: 'paid' })
  const events = await newEvents()
  expect(typesOf(events)).toEqual(PAID)
  expect(factsOf(events, 'invoice')).toMatchObject([{ isRenewal: true }])
  expect(await statusOf(subscriptionId)).toBe('active')
})

test('leaves a renewal unpaid if the card needs authentication every time', async () => {
  const { pay, newEvents } = scene
  const { subscriptionId } = await pay('pm_card_authenticationRequired')
  await newEvents()
  await workAt('2026-12-01T18:00:00Z')
  expect(typesOf(await newEvents())).toEqual([
    'invoice.payment_action_required',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  expect(await statusOf(subscriptionId)).toBe('past_due')
})

test('renews with a card that needs authentication only once', async () => {
  const { pay, newEvents } = scene
  await pay('pm_card_authenticationRequiredOnSetup')
  await newEvents()
  await workAt('2026-12-01T18:00:00Z')
  expect(typesOf(await newEvents())).toEqual(PAID)
})

test('ends a canceled subscription with its period and charges nothing', async () => {
  const { pay, newEvents, sandbox } = scene
  const { subscriptionId } = await pay()
  await newEvents()
  await sandbox.cancel(subscriptionId, 'period-end')
  await sandbox.cancel(subscriptionId, 'period-end')
  const events = await newEvents()
  expect(factsOf(events, 'subscription')).toMatchObject([
    { status: 'active', cancelAtPeriodEnd: true },
  ])
  await workAt('2026-12-01T17:59:00Z')
  expect(await statusOf(subscriptionId)).toBe('active')
  await workAt('2026-12-01T18:00:00Z')
  expect(typesOf(await newEvents())).toEqual(['customer.subscription.deleted'])
  expect(await statusOf(subscriptionId)).toBe('canceled')
})

test('abandons a subscription that is not paid within 23 hours', async () => {
  const { begin, newEvents, sandbox, wait } = scene
  const { subscriptionId, clientSecret } = await begin()
  await newEvents()
  await wait(22 * 3_600_000)
  expect(await newEvents()).toEqual([])
  await wait(3_600_000)
  const events = await newEvents()
  expect(typesOf(events)).toEqual(['customer.subscription.updated'])
  expect(factsOf(events, 'subscription')).toMatchObject([{ status: 'abandoned' }])
  await expect(sandbox.confirm(clientSecret, { card: 'pm_card_visa' })).rejects.toMatchObject({
    code: 'OUT_OF_DATE',
  })
  expect(await sandbox.findClientSecret(subscriptionId)).toBeUndefined()
})

test('expires a checkout after an hour and loses a dispute after ten days', async () => {
  const { checkout, pay, portal, newEvents, sandbox, wait } = scene
  const { checkoutId } = await checkout()
  const { customerId, subscriptionId } = await pay()
  await sandbox.applyPortalChange(await portal(customerId), { action: 'dispute', subscriptionId })
  await newEvents()
  await wait(3_600_000)
  const [expired] = await newEvents()
  expect(expired).toMatchObject({
    type: 'checkout.session.expired',
    fact: { checkoutId, outcome: 'expired', subscriptionId: null },
  })
  await wait(10 * DAY_MS)
  const [lost] = await newEvents()
  expect(lost).toMatchObject({ type: 'charge.dispute.closed', fact: { outcome: 'lost' } })
})
