import type { SubscriptionState } from '../../../contract/billing.ts'
import type { Context } from '../../context.ts'
import type { SuperAdmin } from '../super-admin/gate.ts'
import { countStates } from './store.ts'

/** How many groups that are switched on stand in each state now. */
export function countGroups(
  ctx: Context,
  by: SuperAdmin,
): Promise<Readonly<Record<SubscriptionState, number>>> {
  return countStates(ctx.db, by, ctx.clock.now())
}
