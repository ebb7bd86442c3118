import { eq } from 'drizzle-orm'
import { createLedger, type TestPayment } from '../../server/admin/revenue/testing/ledger.ts'
import { allGroups } from '../../server/groups/schema.ts'
import type { TestGroup } from '../../server/system-tests/testing/factories.ts'
import type { TestServer } from './test-server.ts'

const DAY_MS = 86_400_000

/** How many months ago each payment was made, and its result. */
const PAYMENTS: readonly (TestPayment & { readonly monthsAgo: number })[] = [
  { monthsAgo: 0, amount: 123_456_789, currency: 'cad', notCredited: 'currency' },
  { monthsAgo: 0 },
  ...[0, 0, 1, 2, 2, 4, 5, 5, 5, 7, 8, 9, 9, 11].map((monthsAgo) => ({ monthsAgo })),
  { monthsAgo: 3, refunded: 3_995 },
  { monthsAgo: 5, refunded: 1_000 },
  { monthsAgo: 6, dispute: 'open' },
]

export async function fillPayments({ db }: TestServer, group: TestGroup): Promise<void> {
  const { addSubscription, addPayment } = createLedger({ db })
  const subscriptionId = await addSubscription(group)
  const now = Date.now()
  for (const { monthsAgo, ...details } of PAYMENTS) {
    const paidAt = new Date(now - monthsAgo * 30.4 * DAY_MS).toISOString()
    await addPayment(group, subscriptionId, { ...details, paidAt })
  }
  const createdAt = new Date(now).toISOString()
  await addPayment(group, subscriptionId, { paidAt: null, failedAt: createdAt, createdAt })
  await addPayment(group, subscriptionId, { paidAt: null, actionRequiredAt: createdAt, createdAt })
  await db
    .update(allGroups)
    .set({
      subscriptionStatus: 'active',
      renews: true,
      expiryDate: new Date(now + 100 * DAY_MS),
    })
    .where(eq(allGroups.id, group.id))
}
