import { REVENUE_MONTHS } from '../../../contract/limits.ts'
import type { GroupPayment, Revenue } from '../../../contract/super-admin.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { countStates, listPayments as list, sumMonths } from './store.ts'

/** Returns how many groups are in each state, and the income of the latest months, including this one. */
export async function readRevenue(ctx: Context): Promise<Revenue> {
  const now = ctx.clock.now()
  const starts = startsOfMonths(now)
  const [groups, sums] = await Promise.all([countStates(ctx.db, now), sumMonths(ctx.db, starts[0])])
  const byMonth = new Map(sums.map((sum) => [sum.month, sum]))
  return {
    paid: groups.active,
    trial: groups.trial,
    pastDue: groups['past-due'],
    expired: groups.ended,
    months: starts.map((start) => {
      const month = start.toISOString().slice(0, 7)
      return byMonth.get(month) ?? { month, amount: 0, payments: 0 }
    }),
    payments: ctx.payments?.kind ?? 'off',
  }
}

/** Returns when each of the latest months began (UTC), oldest first. */
function startsOfMonths(now: Date): [Date, ...Date[]] {
  const startOf = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
  const back = Array.from({ length: REVENUE_MONTHS - 1 }, (_, n) => REVENUE_MONTHS - 2 - n)
  return [startOf(REVENUE_MONTHS - 1), ...back.map(startOf)]
}

/**
 * Lists a group's payments, including failed ones, newest first.
 * @throws AppError NOT_FOUND
 */
export async function listPayments(ctx: Context, groupId: number): Promise<GroupPayment[]> {
  const rows = await list(ctx.db, groupId)
  if (rows === undefined) throw notFound('group')
  return rows.map((row) => ({
    ...row,
    status: statusOf(row),
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
  }))
}

type Row = NonNullable<Awaited<ReturnType<typeof list>>>[number]

function statusOf(row: Row): GroupPayment['status'] {
  if (row.paidAt === null) {
    const { failedAt, actionRequiredAt } = row
    // If there are both, the later one decides.
    return actionRequiredAt !== null && (failedAt === null || failedAt <= actionRequiredAt)
      ? 'action-required'
      : 'failed'
  }
  if (row.disputed > 0) return 'disputed'
  if (row.refunded > 0) return row.refunded < row.amount ? 'partly-refunded' : 'refunded'
  return row.notCredited === null ? 'paid' : 'not-credited'
}
