import type { QueryOf } from '../../contract/endpoint.ts'
import type { Page } from '../../contract/paging.ts'
import type { User } from '../../contract/sessions.ts'
import type {
  Membership,
  superAdminMemberships,
  superAdminUsers,
} from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { countGroups } from './revenue/count-groups.ts'
import { listUsers as list, listMemberships as listWithGroups, readTotals } from './store.ts'

/** Returns a page of all users except deleted ones. */
export async function listUsers(
  ctx: Context,
  asked: QueryOf<typeof superAdminUsers>,
): Promise<Page<User>> {
  const { rows, total } = await list(ctx.db, asked)
  return {
    rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    total,
  }
}

/** Returns a page of all users except deleted ones, each with the names of their groups. */
export function listMemberships(
  ctx: Context,
  asked: QueryOf<typeof superAdminMemberships>,
): Promise<Page<Membership>> {
  return listWithGroups(ctx.db, asked)
}

/** Returns the statistics of the whole app. Trials and paid groups count only if they are switched on. */
export async function countAll(ctx: Context) {
  const [totals, states] = await Promise.all([readTotals(ctx.db), countGroups(ctx)])
  return { ...totals, activeTrials: states.trial, paidSubscriptions: states.active }
}
