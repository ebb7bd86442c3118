import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscriptionStateOf } from '../../../contract/billing.ts'
import type { GroupPayment, Revenue } from '../../../contract/super-admin.ts'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import type { Phone } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { createLedger, type TestPayment } from './testing/ledger.ts'

const DAY = 86_400_000

let app: TestApp
let make: ReturnType<typeof factories>
let ledger: ReturnType<typeof createLedger>
let phone: Phone

beforeAll(async () => {
  app = await startTestApp({ at: '2026-06-01T03:00:00Z' })
  make = factories(app.ctx)
  ledger = createLedger(app.ctx)
  phone = app.phone((await make.golfer({ isSuperAdmin: true })).session)
})
afterAll(() => app.close())

async function readRevenue(): Promise<Revenue> {
  const answer = await phone.get('/api/super-admin/revenue')
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Revenue
}

async function listPayments(group: TestGroup): Promise<GroupPayment[]> {
  const answer = await phone.get(`/api/super-admin/groups/${group.id}/payments`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as GroupPayment[]
}

describe('groups by status', () => {
  test('are counted by status without inactive groups, matching the stat cards', async () => {
    const now = app.clock.now()
    const owner = await make.golfer()
    const counts = { free: 0, trial: 0, active: 0, 'past-due': 0, ended: 0 }
    const expiryDates = [null, -8 * DAY, -7 * DAY, 1 - 7 * DAY, -DAY, 0, 1, DAY].map((offset) =>
      offset === null ? null : new Date(now.getTime() + offset),
    )
    for (const end of expiryDates) {
      for (const status of [null, 'active', 'past_due', 'expired']) {
        for (const renews of [true, false]) {
          for (const isActive of [true, false]) {
            const { id } = await make.group({ owner, expiryDate: end })
            await app.ctx.db.$client.query(
              `update groups set subscription_status = $2, renews = $3, is_active = $4
               where id = $1`,
              [id, status, renews, isActive],
            )
            if (!isActive) continue
            const expiryDate = end?.toISOString() ?? null
            const row = { expiryDate, subscriptionStatus: status, renews }
            counts[subscriptionStateOf(row, now)] += 1
          }
        }
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
    expect(await readRevenue()).toMatchObject({
      paid: counts.active,
      trial: counts.trial,
      pastDue: counts['past-due'],
      expired: counts.ended,
    })
    const stats = await phone.get('/api/super-admin/stats')
    expect(stats.body).toMatchObject({
      activeTrials: counts.trial,
      paidSubscriptions: counts.active,
    })
  })
})

describe('revenue', () => {
  let group: TestGroup
  let subscriptionId: number

  beforeEach(async () => {
    await app.ctx.db.$client.query('truncate payments, payment_refunds')
    group = await make.group()
    subscriptionId = await ledger.addSubscription(group)
  })

  const pay = (plan: TestPayment) => ledger.addPayment(group, subscriptionId, plan)

  test('covers the last twelve months without gaps, oldest first', async () => {
    const { months, payments } = await readRevenue()
    expect(months.map(({ month }) => month)).toEqual([
      ...['2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
      ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
    ])
    expect(months.every(({ amount, payments }) => amount === 0 && payments === 0)).toBe(true)
    expect(payments).toBe(app.ctx.payments?.form.kind ?? 'off')
  })

  test.each<[string, TestPayment[], Record<string, [amount: number, payments: number]>]>([
    [
      'counts for the UTC month in which it was paid',
      [
        { paidAt: '2026-05-31T23:59:59Z' },
        { paidAt: '2026-06-01T00:00:00Z' },
        { paidAt: '2025-07-01T00:00:00Z' },
        { paidAt: '2025-06-30T23:59:59Z' },
      ],
      { '2025-07': [3_995, 1], '2026-05': [3_995, 1], '2026-06': [3_995, 1] },
    ],
    ['excludes refunds', [{ refunded: 1_000 }, { refunded: 3_995 }, {}], { '2026-05': [6_990, 3] }],
    [
      'excludes open and lost disputes',
      [{ dispute: 'open' }, { dispute: 'lost' }, { dispute: 'won' }],
      { '2026-05': [3_995, 3] },
    ],
    [
      'subtracts a refund of a disputed payment only once',
      [{ refunded: 3_995, dispute: 'lost' }],
      { '2026-05': [0, 1] },
    ],
    [
      'ignores failed payments and other currencies',
      [
        { paidAt: null, failedAt: '2026-05-20T12:00:00Z' },
        { currency: 'cad' },
        { amount: 0 },
        { amount: 500, notCredited: 'amount' },
      ],
      { '2026-05': [500, 1] },
    ],
  ])('%s', async (_, plans, expected) => {
    for (const plan of plans) await pay(plan)
    const { months } = await readRevenue()
    const monthsWithPayments = months.filter(({ payments }) => payments > 0)
    expect(
      Object.fromEntries(
        monthsWithPayments.map(({ month, amount, payments }) => [month, [amount, payments]]),
      ),
    ).toEqual(expected)
  })

  test('remains after the group is deleted', async () => {
    await pay({})
    const deletion = await phone.delete(`/api/super-admin/groups/${group.id}`)
    expect(deletion.status, deletion.text).toBe(200)
    const { months } = await readRevenue()
    expect(months.find(({ month }) => month === '2026-05')?.amount).toBe(3_995)
  })
})

describe('payments of a group', () => {
  test.each<[GroupPayment['status'], number, TestPayment]>([
    ['paid', 0, {}],
    ['paid', 0, { dispute: 'won', failedAt: '2026-05-19T12:00:00Z' }],
    ['failed', 0, { paidAt: null, failedAt: '2026-05-20T12:00:00Z' }],
    ['action-required', 0, { paidAt: null, actionRequiredAt: '2026-05-20T12:00:00Z' }],
    [
      'failed',
      0,
      {
        paidAt: null,
        actionRequiredAt: '2026-05-20T12:00:00Z',
        failedAt: '2026-05-20T12:00:01Z',
      },
    ],
    ['partly-refunded', 1_000, { refunded: 1_000 }],
    ['refunded', 3_995, { refunded: 3_995 }],
    ['disputed', 3_995, { dispute: 'open' }],
    ['disputed', 3_995, { dispute: 'lost', refunded: 1_000 }],
    ['not-credited', 0, { amount: 500, notCredited: 'amount' }],
    ['refunded', 500, { amount: 500, notCredited: 'amount', refunded: 500 }],
  ])('lists %s, with %i refunded', async (status, returned, plan) => {
    const group = await make.group()
    const id = await ledger.addPayment(group, await ledger.addSubscription(group), plan)
    expect(await listPayments(group)).toMatchObject([{ id, status, returned }])
  })

  test('lists the newest first, with the payer and without card data', async () => {
    const group = await make.group({ owner: await make.golfer({ name: 'Paula Payer' }) })
    const other = await make.group()
    const subscriptionId = await ledger.addSubscription(group)
    const paidLate = await ledger.addPayment(group, subscriptionId, {
      createdAt: '2025-01-01T00:00:00Z',
      paidAt: '2026-05-21T00:00:00Z',
    })
    const paid = await ledger.addPayment(group, subscriptionId, { paidAt: '2026-05-20T00:00:00Z' })
    const failed = await ledger.addPayment(group, subscriptionId, {
      createdAt: '2026-05-22T00:00:00Z',
      paidAt: null,
      failedAt: '2026-05-22T00:00:00Z',
    })
    await ledger.addPayment(other, await ledger.addSubscription(other))
    const listed = await listPayments(group)
    expect(listed.map(({ id }) => id)).toEqual([failed, paidLate, paid])
    expect(listed[2]).toEqual({
      id: paid,
      status: 'paid',
      amount: 3_995,
      returned: 0,
      currency: 'usd',
      paidAt: '2026-05-20T00:00:00.000Z',
      createdAt: '2026-05-20T00:00:00.000Z',
      periodStart: '2026-05-20T00:00:00.000Z',
      periodEnd: '2026-11-18T00:00:00.000Z',
      payerName: 'Paula Payer',
    })
  })

  test('shows no name for a deleted account', async () => {
    const group = await make.group()
    const payer = await make.golfer()
    await ledger.addPayment(group, await ledger.addSubscription(group, payer))
    const deletion = await phone.delete(`/api/super-admin/users/${payer.id}`)
    expect(deletion.status, deletion.text).toBe(200)
    expect(await listPayments(group)).toMatchObject([{ payerName: null }])
  })

  test('is empty for a new group and returns 404 for an unknown group', async () => {
    expect(await listPayments(await make.group())).toEqual([])
    const missing = await phone.get('/api/super-admin/groups/2147483647/payments')
    expect(missing.status).toBe(404)
  })
})
