// @module-tag thorough
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PaymentCallRefused } from '../../providers/payments/payments.ts'
import { factsOf, type SandboxScene, startSandbox, typesOf } from './testing/start-sandbox.ts'

let scene: SandboxScene

beforeEach(async () => {
  scene = await startSandbox()
})
afterEach(() => scene.app.close())

async function runDueWorkAt(iso: string): Promise<void> {
  scene.app.clock.moveTo(iso)
  await scene.sandbox.runDueWork()
}

test('charges a moved renewal on its new date and counts later ones from there', async () => {
  const { beginAndPay, takeNewEvents, sandbox } = scene
  const { subscriptionId } = await beginAndPay()
  await takeNewEvents()
  await sandbox.moveRenewal(subscriptionId, { at: new Date('2027-01-15T09:00:00Z'), ends: false })
  const eventsOfMove = await takeNewEvents()
  // The invoice is for 0, so it does not count as a payment.
  expect(typesOf(eventsOfMove)).toEqual(['invoice.paid', 'customer.subscription.updated'])
  expect(factsOf(eventsOfMove, 'invoice')).toEqual([])
  expect(factsOf(eventsOfMove, 'subscription')).toMatchObject([
    { status: 'active', periodEnd: new Date('2027-01-15T09:00:00Z') },
  ])

  await runDueWorkAt('2026-12-01T18:00:00Z')
  expect(await takeNewEvents()).toEqual([])
  await runDueWorkAt('2027-01-15T09:00:00Z')
  expect(factsOf(await takeNewEvents(), 'invoice')).toMatchObject([
    {
      outcome: 'paid',
      isRenewal: true,
      amount: 3_995,
      periodStart: new Date('2027-01-15T09:00:00Z'),
      periodEnd: new Date('2027-07-15T09:00:00Z'),
    },
  ])
})

test('ends a canceled subscription on the date to which its end was moved', async () => {
  const { beginAndPay, takeNewEvents, sandbox } = scene
  const { subscriptionId } = await beginAndPay()
  await sandbox.cancel(subscriptionId, 'period-end')
  await sandbox.moveRenewal(subscriptionId, { at: new Date('2027-01-15T09:00:00Z'), ends: true })
  await takeNewEvents()
  await runDueWorkAt('2027-01-15T08:59:00Z')
  expect(await takeNewEvents()).toEqual([])
  await runDueWorkAt('2027-01-15T09:00:00Z')
  expect(typesOf(await takeNewEvents())).toEqual(['customer.subscription.deleted'])
})

test.each([
  ['in the past', '2026-05-01T00:00:00Z'],
  ['more than two years ahead', '2028-06-02T00:00:00Z'],
])('refuses a date %s and changes nothing', async (_, at) => {
  const { beginAndPay, takeNewEvents, sandbox } = scene
  const { subscriptionId } = await beginAndPay()
  await takeNewEvents()
  const before = await sandbox.readSubscription(subscriptionId)
  const refusedMove = sandbox.moveRenewal(subscriptionId, { at: new Date(at), ends: false })
  await expect(refusedMove).rejects.toThrow(PaymentCallRefused)
  expect(await takeNewEvents()).toEqual([])
  expect(await sandbox.readSubscription(subscriptionId)).toEqual(before)
})

test('does not move the renewal of a subscription with a failed payment', async () => {
  const { beginAndPay, sandbox } = scene
  const { subscriptionId } = await beginAndPay('pm_card_chargeCustomerFail')
  await runDueWorkAt('2026-12-01T18:00:00Z')
  const to = { at: new Date('2027-01-15T09:00:00Z'), ends: false }
  await expect(sandbox.moveRenewal(subscriptionId, to)).rejects.toThrow('past_due')
})
