import { REVENUE_MONTHS } from '../../../contract/limits.ts'
import type { Revenue } from '../../../contract/revenue.ts'
import type { Context } from '../../context.ts'
import { countGroups } from './count-groups.ts'
import { sumMonths } from './store.ts'

/** Returns how many groups are in each state, and the income of the latest months, including this one. */
export async function readRevenue(ctx: Context): Promise<Revenue> {
  const starts = startsOfMonths(ctx.clock.now())
  const [groups, sums] = await Promise.all([countGroups(ctx), sumMonths(ctx.db, starts[0])])
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
