import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { emailsTo } from '../system-tests/testing/mailbox.ts'
import { paymentHelpers } from '../system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const START = '2020-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let money: ReturnType<typeof paymentHelpers>
let group: TestGroup
let nextOwner: TestGolfer
let transferredGroup: TestGroup

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
  money = paymentHelpers(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group({ expiryDate: new Date('2020-06-04T16:00:00Z') })
  nextOwner = await make.member(group)
  transferredGroup = { ...group, owner: nextOwner }
})

async function handOver(): Promise<void> {
  const answer = await app
    .phone(group.owner.session)
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: nextOwner.id })
  expect(answer.status).toBe(200)
}

const subscriptionsAtProvider = async ({ email }: TestGolfer) =>
  money.query(
    `select subscription.data->>'status' as status,
      (subscription.data->>'cancel_at_period_end')::boolean as ends
     from sandbox_objects subscription
     join sandbox_objects customer on customer.id = subscription.data->>'customer'
     where subscription.object = 'subscription' and customer.data->>'email' = $1
     order by subscription.created_at, subscription.id`,
    [email],
  )

test("keeps the paid time and does not charge the former payer's card again", async () => {
  await money.paid(group)
  const before = (await money.read(group)) as Record<string, unknown>
  await handOver()
  const expectedState = { state: 'active', paidUntil: before['paidUntil'], nextPaymentAt: null }
  expect(await money.read(transferredGroup)).toMatchObject({ ...expectedState, canManage: false })
  await app.runJobs()
  expect(await money.read(transferredGroup)).toMatchObject({ ...expectedState, canManage: false })
  expect(await subscriptionsAtProvider(group.owner)).toEqual([{ status: 'trialing', ends: true }])
  const portal = await app.phone(nextOwner.session).post(`/api/groups/${group.id}/billing-portal`)
  expect(portal).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_MANAGE' } })
  const [delivery] = await money.query(
    `select event from deliveries where golfer_id = $1 and event = 'ownership'`,
    [nextOwner.id],
  )
  expect(delivery).toBeDefined()
  // The new owner continues to pay, with their own card.
  await money.paid(transferredGroup)
  expect(await subscriptionsAtProvider(nextOwner)).toEqual([{ status: 'trialing', ends: false }])
  expect(await money.read(transferredGroup)).toMatchObject({ state: 'active', canManage: true })
  const { paidUntil } = (await money.read(transferredGroup)) as { paidUntil: string }
  expect(paidUntil.slice(0, 10)).toBe('2021-06-04')
})

test("emails both owners when the former owner's payment is refunded", async () => {
  await money.paid(group)
  await handOver()
  await app.runJobs()
  const [payment] = await money.query('select payment_id as id from payments where group_id = $1', [
    group.id,
  ])
  await app.ctx.payments?.refund(String(payment?.id), 'refund')
  await app.runJobs()
  const refundEmailsTo = async ({ email }: TestGolfer) =>
    (await emailsTo(app, email)).filter(({ subject }) => subject.endsWith('was refunded'))
  const forPayer = [{ body: expect.stringContaining('You should see the refund on your card') }]
  expect(await refundEmailsTo(group.owner)).toMatchObject(forPayer)
  expect(await refundEmailsTo(nextOwner)).toMatchObject([
    { body: expect.not.stringContaining('your card') },
  ])
})

test("does not retry a failed renewal on the former payer's card", async () => {
  await money.paid(group)
  await money.changeInPortal(group, { card: 'pm_card_chargeCustomerFail' })
  app.clock.moveTo('2020-12-01T16:00:00Z')
  group.owner.session = await make.signIn(group.owner.id)
  transferredGroup.owner.session = await make.signIn(nextOwner.id)
  await money.changeInPortal(group, 'renew')
  await handOver()
  await app.runJobs()
  expect(await subscriptionsAtProvider(group.owner)).toMatchObject([{ status: 'canceled' }])
  expect((await money.begin(transferredGroup)).status).toBe(200)
  expect(await subscriptionsAtProvider(nextOwner)).toMatchObject([{ status: 'incomplete' }])
})

test('ends a payment that was started but not finished', async () => {
  const beginResponse = await money.begin(group)
  await handOver()
  await app.runJobs()
  expect((await money.confirm(beginResponse, 'pm_card_visa')).status).toBe(409)
  expect(await money.read(transferredGroup)).toMatchObject({ state: 'trial' })
})

test('stops charging for a deleted group', async () => {
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  await money.paid(group)
  const deleted = await app.phone(superAdmin.session).delete(`/api/super-admin/groups/${group.id}`)
  expect(deleted.status).toBe(200)
  await app.runJobs()
  expect(await subscriptionsAtProvider(group.owner)).toMatchObject([{ status: 'canceled' }])
})

test('refunds a payment when the group is deleted before its webhook event arrives', async () => {
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  await money.pay(group)
  await app.phone(superAdmin.session).delete(`/api/super-admin/groups/${group.id}`)
  await app.runJobs()
  await app.runJobs()
  expect(await subscriptionsAtProvider(group.owner)).toMatchObject([{ status: 'canceled' }])
  const [charge] = await money.query(
    `select (invoice.data->'payment'->>'amount_refunded')::int as refunded from sandbox_objects invoice
     join sandbox_objects customer on customer.id = invoice.data->>'customer'
     where invoice.object = 'invoice' and customer.data->>'email' = $1`,
    [group.owner.email],
  )
  expect(charge).toEqual({ refunded: 3_995 })
})

test('keeps the customer id only for the checkout when a former owner deletes the account', async () => {
  await money.paid(group)
  await handOver()
  await app.runJobs()
  await deleteAccount(app.ctx, group.owner.id)
  expect(
    await money.query('select stripe_customer_id from golfers where id = $1', [group.owner.id]),
  ).toEqual([{ stripe_customer_id: null }])
  expect(
    await money.query('select customer_id from subscriptions where golfer_id = $1', [
      group.owner.id,
    ]),
  ).toEqual([{ customer_id: expect.any(String) }])
  expect(await money.read(transferredGroup)).toMatchObject({ state: 'active' })
})
