import { subscriptionStateOf } from '../../contract/billing.ts'
import type { Context } from '../context.ts'
import type { GroupOwner } from '../groups/index.ts'
import { linkTo } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { PaymentCallRefused, PaymentsUnavailable } from '../providers/payments/payments.ts'
import { type Checkout, listOpenOrLiveCheckouts } from './checkouts/store.ts'
import { isLive } from './compute-paid-time.ts'
import { unavailableError } from './prepare-payment.ts'

export async function readSubscription({ db, clock, payments }: Context, owner: GroupOwner) {
  const checkouts = await listOpenOrLiveCheckouts(db, owner)
  const renewing = checkouts.find((one) => one.status === 'active' && !one.cancelAtPeriodEnd)
  const { expiryDate, subscriptionStatus, renews } = owner.group
  const paidUntil = expiryDate?.toISOString() ?? null
  return {
    state: subscriptionStateOf({ expiryDate: paidUntil, subscriptionStatus, renews }, clock.now()),
    paidUntil,
    // The provider renews the subscription on the day on which the paid time ends: see `align-renewal.ts`.
    nextPaymentAt: renewing !== undefined && renews ? paidUntil : null,
    canManage: payments !== undefined && customerIdOf(owner, checkouts) !== undefined,
    canPay: payments !== undefined,
  }
}

/** @throws AppError NOTHING_TO_MANAGE if the owner pays for no subscription; UNAVAILABLE */
export async function openPortal(ctx: Context, owner: GroupOwner): Promise<{ url: string }> {
  const { payments } = ctx
  const customerId = customerIdOf(owner, await listOpenOrLiveCheckouts(ctx.db, owner))
  if (payments === undefined || customerId === undefined) {
    throw new AppError(
      'NOTHING_TO_MANAGE',
      "You don't have a subscription for this group. Subscribe on your profile.",
    )
  }
  try {
    const returnUrl = linkTo(ctx.config, `/${owner.group.slug}/profile`)
    return { url: await payments.openPortal(customerId, returnUrl) }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentCallRefused)) throw error
    ctx.log.warn({ err: error, groupId: owner.groupId }, 'Could not open the billing portal')
    throw unavailableError()
  }
}

function customerIdOf(owner: GroupOwner, checkouts: readonly Checkout[]): string | undefined {
  const ownCheckout = checkouts.find((one) => isLive(one) && one.golferId === owner.golferId)
  return ownCheckout?.customerId ?? undefined
}
