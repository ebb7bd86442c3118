// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_OWNED_GROUPS } from '../../contract/limits.ts'
import { WEBHOOK_PATH } from './routes.ts'
import { type LedgerScene, startLedger } from './testing/ledger-scene.ts'

let ledger: LedgerScene

beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.close())

const deliver = (events: Parameters<LedgerScene['deliver']>[0]) =>
  Promise.all(
    events.map((event) =>
      ledger.app.phone().send(WEBHOOK_PATH, ledger.stripe.webhookRequest(event)),
    ),
  )

test('loses nothing when webhook events, claims, a transfer and a deletion race', async () => {
  const admin = await ledger.make.golfer({ isSuperAdmin: true })
  for (let round = 0; round < 4; round += 1) {
    const group = await ledger.trial(3)
    const other = await ledger.make.member(group)
    const { id: teeTimeId } = await ledger.make.teeTime(group)
    const id = await ledger.begin(group)
    const events = ledger.stripe.pay(id)
    const payment = ledger.stripe.paymentOf(id)
    const answers = await Promise.all([
      deliver([...events, ...events]),
      ledger.app.phone(other.session).post(`/api/tee-times/${teeTimeId}/claim`),
      ledger.app.phone(group.owner.session).post(`/api/groups/${group.id}/transfer-ownership`, {
        userId: group.owner.id,
        newOwnerId: other.id,
      }),
      ledger.app.phone(admin.session).delete(`/api/super-admin/groups/${group.id}`),
    ])
    for (const { status } of answers.flat()) expect(status).toBeLessThan(500)
    for (const { status } of answers[0]) expect(status).toBe(200)
    expect(answers[3].status).toBe(200)
    await ledger.runJobsAndDeliver()
    // Nobody is charged for a deleted group, whether the payment or the deletion came first.
    expect(ledger.stripe.account.subscriptions.get(id)?.status).toBe('canceled')
    const [kept] = await ledger.query<{ why: string | null }>(
      'select not_credited as why from payments where payment_id = $1',
      [payment],
    )
    expect(ledger.stripe.account.charges.get(payment)?.refunded).toBe(kept?.why === 'group-gone')
  }
})

test('starts a paid group once, however many groups its golfer owns', async () => {
  const owner = await ledger.make.golfer()
  for (let count = 0; count < MAX_OWNED_GROUPS; count += 1) await ledger.make.group({ owner })
  const slug = `waiting-${Date.now()}`
  const answer = await ledger.app.phone().post('/api/purchase/direct', {
    groupName: 'Waiting Group',
    slug,
    adminName: 'Somebody Else',
    adminEmail: owner.email,
    adminPhone: '403-555-0155',
  })
  expect(answer.status).toBeLessThan(300)
  const [checkout] = await ledger.query<{ page: string; group: number | null }>(
    'select checkout_id as page, group_id as group from subscriptions where slug = $1',
    [slug],
  )
  expect(checkout?.group).toBe(null)
  const events = ledger.stripe.payCheckout(checkout?.page ?? '')
  const answers = await deliver([...events, ...events, ...events])
  for (const { status } of answers) expect(status).toBe(200)
  await ledger.runJobsAndDeliver()
  const rows = await ledger.query<{ id: number; owner: number; status: string; days: number }>(
    `select id, owner_id as owner, subscription_status as status,
      extract(epoch from expiry_date - created_at)::int / 86400 as days from groups where slug = $1`,
    [slug],
  )
  const { trialDays } = ledger.app.ctx.config
  expect(rows).toMatchObject([{ owner: owner.id, status: 'active' }])
  expect(rows[0]?.days).toBeGreaterThan(trialDays + 180)
  expect(await ledger.events({ id: rows[0]?.id ?? 0 })).toEqual(['paid'])
})

test('expires a checkout page that nobody pays', async () => {
  const slug = `expired-${Date.now()}`
  const owner = await ledger.make.golfer()
  await ledger.app.phone().post('/api/purchase/direct', {
    groupName: 'Nobody Succeeds',
    slug,
    adminName: 'Somebody Else',
    adminEmail: owner.email,
    adminPhone: '403-555-0155',
  })
  const checkout = async () =>
    (
      await ledger.query<{ page: string; status: string }>(
        'select checkout_id as page, status from subscriptions where slug = $1',
        [slug],
      )
    )[0]
  await ledger.deliver(ledger.stripe.expireCheckout((await checkout())?.page ?? ''))
  expect(await checkout()).toMatchObject({ status: 'abandoned' })
})
