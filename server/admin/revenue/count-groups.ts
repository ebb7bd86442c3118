import type { SubscriptionState } from '../../../contract/billing.ts'
import type { Context } from '../../context.ts'
import { countStates } from './store.ts'

/** Counts the active groups in each subscription state. */
export function countGroups(ctx: Context): Promise<Readonly<Record<SubscriptionState, number>>> {
  return countStates(ctx.db, ctx.clock.now())
}
