import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRICE_CENTS } from '../../../contract/limits.ts'
import type { GroupPayment, Revenue } from '../../../contract/super-admin.ts'
import {
  type BillingScene,
  daysAfter,
  START,
  startBillingScene,
} from '../../billing/testing/billing-scene.ts'
import type { TestGolfer, TestGroup } from '../../system-tests/testing/factories.ts'

let scene: BillingScene
let superAdmin: TestGolfer

beforeAll(async () => {
  scene = await startBillingScene()
  superAdmin = await scene.make.golfer({ isSuperAdmin: true })
})
afterAll(() => scene.close())

/** Signs in for each call, because the clock moves by months and sessions end. */
async function read<T>(path: string): Promise<T> {
  const phone = scene.app.phone(await scene.make.signIn(superAdmin.id))
  const answer = await phone.get(`/api/super-admin/${path}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as T
}

async function readRevenue() {
  const { months, ...counts } = await read<Revenue>('revenue')
  return { ...counts, months: months.filter(({ payments }) => payments > 0) }
}

async function listStatuses({ id }: TestGroup): Promise<string[]> {
  const payments = await read<GroupPayment[]>(`groups/${id}/payments`)
  return payments.map(({ status }) => status)
}

const noGroups = { paid: 0, trial: 0, pastDue: 0, expired: 0, payments: 'stripe' }

test("shows super admins a group's payments from its trial to its end", async () => {
  const { app, stripe } = scene
  const group = await scene.makeTrialGroup(3)
  const id = await scene.startPayment(group)
  await scene.deliver(stripe.decline(id))
  expect(await readRevenue()).toEqual({ ...noGroups, trial: 1, months: [] })
  expect(await listStatuses(group)).toEqual(['failed'])

  await scene.deliver(stripe.pay(id))
  const first = { month: '2026-06', amount: PRICE_CENTS, payments: 1 }
  expect(await readRevenue()).toEqual({ ...noGroups, paid: 1, months: [first] })
  expect(await listStatuses(group)).toEqual(['paid'])

  // The paid months began after the trial, so on this day the group still has paid time.
  app.clock.moveTo(daysAfter(START, 184).toISOString())
  await scene.deliver(stripe.failRenewal(id))
  await scene.runJobsAndDeliver()
  expect(await readRevenue()).toEqual({ ...noGroups, pastDue: 1, months: [first] })
  expect(await listStatuses(group)).toEqual(['failed', 'paid'])

  await scene.deliver(stripe.pay(id))
  const second = { month: '2026-12', amount: PRICE_CENTS, payments: 1 }
  expect(await readRevenue()).toEqual({ ...noGroups, paid: 1, months: [first, second] })

  await scene.deliver(stripe.refund(stripe.paymentOf(id), 1_000))
  const partlyRefunded = { ...second, amount: PRICE_CENTS - 1_000 }
  expect(await readRevenue()).toEqual({ ...noGroups, paid: 1, months: [first, partlyRefunded] })
  expect(await listStatuses(group)).toEqual(['partly-refunded', 'paid'])

  await scene.deliver(stripe.refund(stripe.paymentOf(id)))
  app.clock.moveTo(daysAfter(START, 190).toISOString())
  await scene.runJobsAndDeliver()
  const fullyRefunded = { ...second, amount: 0 }
  expect(await readRevenue()).toEqual({ ...noGroups, expired: 1, months: [first, fullyRefunded] })
  expect(await listStatuses(group)).toEqual(['refunded', 'paid'])
  expect(await read('stats')).toMatchObject({ activeTrials: 0, paidSubscriptions: 0 })
})

test('counts a disputed payment only after the dispute is won', async () => {
  const { app, stripe } = scene
  app.clock.moveTo(daysAfter(START, 300).toISOString())
  const group = await scene.makeTrialGroup(3)
  const id = await scene.startPayment(group)
  await scene.deliver(stripe.pay(id))
  const month = app.clock.now().toISOString().slice(0, 7)
  const readAmount = async () =>
    (await readRevenue()).months.find((one) => one.month === month)?.amount
  expect(await readAmount()).toBe(PRICE_CENTS)
  await scene.deliver(stripe.dispute(stripe.paymentOf(id)))
  expect([await readAmount(), await listStatuses(group)]).toEqual([0, ['disputed']])
  await scene.deliver(stripe.closeDispute(stripe.paymentOf(id), 'won'))
  expect([await readAmount(), await listStatuses(group)]).toEqual([PRICE_CENTS, ['paid']])
})
