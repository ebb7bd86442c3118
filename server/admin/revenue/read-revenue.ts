import type { GroupPayment, Revenue } from '../../../contract/super-admin.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { countStates, listPayments as list, sumMonths } from './store.ts'

export async function readRevenue(ctx: Context): Promise<Revenue> {
  const now = ctx.clock.now()
  const [groups, months] = await Promise.all([countStates(ctx.db, now), sumMonths(ctx.db, now)])
  return {
    paid: groups.active,
    trial: groups.trial,
    pastDue: groups['past-due'],
    expired: groups.ended,
    months,
    payments: ctx.payments?.form.kind ?? 'off',
  }
}

/** @throws AppError NOT_FOUND */
export async function listPayments(ctx: Context, groupId: number): Promise<GroupPayment[]> {
  const rows = await list(ctx.db, groupId)
  if (rows === undefined) throw notFound('group')
  return rows.map((row) => ({ ...row, status: statusOf(row) }))
}

type Row = NonNullable<Awaited<ReturnType<typeof list>>>[number]

function statusOf(row: Row): GroupPayment['status'] {
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
