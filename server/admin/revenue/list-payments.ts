import type { GroupPayment } from '../../../contract/revenue.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { listPayments as list } from './store.ts'

/**
 * Lists a group's payments, including failed ones, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listPayments(ctx: Context, groupId: number): Promise<GroupPayment[]> {
  const rows = await list(ctx.db, groupId)
  if (rows === undefined) throw notFound('group')
  return rows.map((row) => ({
    id: row.id,
    status: statusOf(row),
    amount: row.amount,
    returned: row.returned,
    currency: row.currency,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    payerName: row.payerName,
  }))
}

type Row = NonNullable<Awaited<ReturnType<typeof list>>>[number]

function statusOf(row: Row): GroupPayment['status'] {
  if (row.paidAt === null) {
    const { failedAt, actionRequiredAt } = row
    // The later event counts.
    return actionRequiredAt !== null && (failedAt === null || failedAt <= actionRequiredAt)
      ? 'action-required'
      : 'failed'
  }
  if (row.disputed > 0) return 'disputed'
  if (row.refunded > 0) return row.refunded < row.amount ? 'partly-refunded' : 'refunded'
  return row.notCredited === null ? 'paid' : 'not-credited'
}
