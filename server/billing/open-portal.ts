import type { Context } from '../context.ts'
import type { GroupOwner } from '../groups/index.ts'
import { linkTo } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { PaymentRefused, PaymentsUnavailable } from '../providers/payments/payments.ts'
import { listInProgress } from './attempts/store.ts'
import { unavailable } from './prepare-payment.ts'
import { payerOf } from './read-subscription.ts'

/**
 * Returns the URL of the provider's page for the card, the invoices and cancellation. Only for the group's
 * owner, and only if they are the one who pays.
 * @throws AppError NOTHING_TO_MANAGE; UNAVAILABLE
 */
export async function openPortal(ctx: Context, owner: GroupOwner): Promise<{ url: string }> {
  const { payments } = ctx
  const customerId = payerOf(owner, await listInProgress(ctx.db, owner))
  if (payments === undefined || customerId === undefined) {
    throw new AppError(
      'NOTHING_TO_MANAGE',
      'There is no subscription of yours to manage in this group. Pay for it under Subscribe.',
    )
  }
  try {
    const back = linkTo(ctx.config, `/${owner.group.slug}/profile`)
    return { url: await payments.openPortal(customerId, back) }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentRefused)) throw error
    ctx.log.warn({ err: error, groupId: owner.groupId }, 'Could not open the billing portal')
    throw unavailable()
  }
}
