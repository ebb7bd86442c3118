import { type GroupSubscription, subscriptionStateOf } from '../../contract/billing.ts'
import type { Context } from '../context.ts'
import type { GroupOwner } from '../groups/index.ts'
import { listInProgress } from './attempts/store.ts'

/** Returns a group's payment status as of now, for its owner. */
export async function readSubscription(
  ctx: Context,
  owner: GroupOwner,
): Promise<GroupSubscription> {
  const inProgress = await listInProgress(ctx.db, owner)
  const renewing = inProgress.find((one) => one.status === 'active' && !one.cancelAtPeriodEnd)
  const { expiryDate, subscriptionStatus, renews } = owner.group
  const paidUntil = expiryDate?.toISOString() ?? null
  return {
    state: subscriptionStateOf(
      { expiryDate: paidUntil, subscriptionStatus, renews },
      ctx.clock.now(),
    ),
    paidUntil,
    // The provider renews on the date that the group is paid until: see `align-renewal.ts`.
    nextPaymentAt: renewing !== undefined && renews ? paidUntil : null,
    canManage: ctx.payments !== undefined && payerOf(owner, inProgress) !== undefined,
    canPay: ctx.payments !== undefined,
  }
}

/** Returns the owner's customer id for the group's live subscription; undefined if they do not pay for it. */
export function payerOf(
  owner: GroupOwner,
  inProgress: Awaited<ReturnType<typeof listInProgress>>,
): string | undefined {
  const mine = inProgress.find(
    ({ status, golferId }) =>
      (status === 'active' || status === 'past_due') && golferId === owner.golferId,
  )
  return mine?.customerId ?? undefined
}
