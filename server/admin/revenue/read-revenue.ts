import type { GroupPayment, Revenue } from '../../../contract/super-admin.ts'
import type { Context } from '../../context.ts'
import * as store from './store.ts'

export async function readRevenue(ctx: Context): Promise<Revenue> {
  const now = ctx.clock.now()
  const counting = store.countGroupsByState(ctx.db, now)
  const [groupCounts, months] = await Promise.all([counting, store.sumIncomeByMonth(ctx.db, now)])
  return {
    paid: groupCounts.active,
    trial: groupCounts.trial,
    pastDue: groupCounts['past-due'],
    expired: groupCounts.ended,
    months,
    payments: ctx.payments?.form.kind ?? 'off',
  }
}

/** @throws AppError NOT_FOUND */
export async function listPayments(ctx: Context, groupId: number): Promise<GroupPayment[]> {
  const rows = await store.listPayments(ctx.db, groupId)
  return rows.map((row) => ({ ...row, status: statusOf(row) }))
}

type PaymentRow = Awaited<ReturnType<typeof store.listPayments>>[number]

function statusOf(row: PaymentRow): GroupPayment['status'] {
  if (row.paidAt === null) {
    const { failedAt, actionRequiredAt } = row
    // If a payment failed and also needed a confirmation, the later event decides.
    return actionRequiredAt !== null && (failedAt === null || failedAt <= actionRequiredAt)
      ? 'action-required'
      : 'failed'
  }
  if (row.disputed > 0) return 'disputed'
  if (row.refunded > 0) return row.refunded < row.amount ? 'partly-refunded' : 'refunded'
  return row.notCredited === null ? 'paid' : 'not-credited'
}
