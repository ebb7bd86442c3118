// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_OWNED_GROUPS } from '../../contract/limits.ts'
import { WEBHOOK_PATH } from './routes.ts'
import { type BillingScene, startBillingScene } from './testing/billing-scene.ts'

let scene: BillingScene

beforeAll(async () => {
  scene = await startBillingScene()
})
afterAll(() => scene.close())

const deliver = (events: Parameters<BillingScene['deliver']>[0]) =>
  Promise.all(
    events.map((event) => scene.app.phone().send(WEBHOOK_PATH, scene.stripe.webhookRequest(event))),
  )

test('loses nothing when webhook events, claims, a transfer and a deletion race', async () => {
  const admin = await scene.make.golfer({ isSuperAdmin: true })
  for (let round = 0; round < 4; round += 1) {
    const group = await scene.makeTrialGroup(3)
    const other = await scene.make.member(group)
    const { id: teeTimeId } = await scene.make.teeTime(group)
    const id = await scene.startPayment(group)
    const events = scene.stripe.pay(id)
    const payment = scene.stripe.paymentOf(id)
    const answers = await Promise.all([
      deliver([...events, ...events]),
      scene.app.phone(other.session).post(`/api/tee-times/${teeTimeId}/claim`),
      scene.app.phone(group.owner.session).post(`/api/groups/${group.id}/transfer-ownership`, {
        userId: group.owner.id,
        newOwnerId: other.id,
      }),
      scene.app.phone(admin.session).delete(`/api/super-admin/groups/${group.id}`),
    ])
    for (const { status } of answers.flat()) expect(status).toBeLessThan(500)
    for (const { status } of answers[0]) expect(status).toBe(200)
    expect(answers[3].status).toBe(200)
    await scene.runJobsAndDeliver()
    // Nobody is charged for a deleted group, whether the payment or the deletion came first.
    expect(scene.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
    const [storedPayment] = await scene.query<{ why: string | null }>(
      'select not_credited as why from payments where payment_id = $1',
      [payment],
    )
    expect(scene.stripe.account.charges.get(payment)?.refunded).toBe(
      storedPayment?.why === 'group-gone',
    )
  }
})

test('starts a paid group once, however many groups its golfer owns', async () => {
  const owner = await scene.make.golfer()
  for (let count = 0; count < MAX_OWNED_GROUPS; count += 1) await scene.make.group({ owner })
  const slug = `waiting-${Date.now()}`
  const answer = await scene.app.phone().post('/api/purchase/direct', {
    groupName: 'Waiting Group',
    slug,
    adminName: 'Somebody Else',
    adminEmail: owner.email,
    adminPhone: '403-555-0155',
  })
  expect(answer.status).toBeLessThan(300)
  const [checkout] = await scene.query<{ checkoutId: string; group: number | null }>(
    'select checkout_id as "checkoutId", group_id as group from subscriptions where slug = $1',
    [slug],
  )
  expect(checkout?.group).toBe(null)
  const events = scene.stripe.payCheckout(checkout?.checkoutId ?? '')
  const answers = await deliver([...events, ...events, ...events])
  for (const { status } of answers) expect(status).toBe(200)
  await scene.runJobsAndDeliver()
  const rows = await scene.query<{ id: number; owner: number; status: string; days: number }>(
    `select id, owner_id as owner, subscription_status as status,
      extract(epoch from expiry_date - created_at)::int / 86400 as days from groups where slug = $1`,
    [slug],
  )
  const { trialDays } = scene.app.ctx.config
  expect(rows).toMatchObject([{ owner: owner.id, status: 'active' }])
  expect(rows[0]?.days).toBeGreaterThan(trialDays + 180)
  expect(await scene.notificationEvents({ id: rows[0]?.id ?? 0 })).toEqual(['paid'])
})

test('expires a checkout page that nobody pays', async () => {
  const slug = `expired-${Date.now()}`
  const owner = await scene.make.golfer()
  await scene.app.phone().post('/api/purchase/direct', {
    groupName: 'Nobody Succeeds',
    slug,
    adminName: 'Somebody Else',
    adminEmail: owner.email,
    adminPhone: '403-555-0155',
  })
  const readCheckout = async () =>
    (
      await scene.query<{ checkoutId: string; status: string }>(
        'select checkout_id as "checkoutId", status from subscriptions where slug = $1',
        [slug],
      )
    )[0]
  await scene.deliver(scene.stripe.expireCheckout((await readCheckout())?.checkoutId ?? ''))
  expect(await readCheckout()).toMatchObject({ status: 'abandoned' })
})
