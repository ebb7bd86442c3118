import type { GolferHooks } from '../ports.ts'
import { listPaymentsOf } from './store.ts'

/** Adds payments to a golfer's export. Payments stay when an account is deleted. */
export const billingGolferHooks: GolferHooks = {
  async exportData(tx, golfer) {
    const payments = await listPaymentsOf(tx, golfer.golferId)
    return { payments: payments.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
  },
}
