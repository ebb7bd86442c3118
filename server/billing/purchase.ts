import type { Signup } from '../../contract/signups.ts'
import type { Context } from '../context.ts'
import { linkTo } from '../platform/config.ts'
import type { PaymentProvider } from '../providers/payments/payments.ts'
import { abandonCheckout, insertPurchase, updateCheckout } from './checkouts/store.ts'
import { queueCancellation } from './end-subscription.ts'

/** How long the checkout page accepts a payment. The provider's maximum is a day. */
const PAYABLE_MS = 23 * 3_600_000

/**
 * Adds the URL of a new payment page to the response to a signup, even a repeated one, because the first URL
 * may have been lost. If the provider fails, leaves the URL out: the owner can pay later.
 */
export async function addPaymentPage(ctx: Context, answer: { message: string }, form: Signup) {
  const url = ctx.payments && (await beginCheckout(ctx, ctx.payments, form))
  return { ...answer, ...(url !== undefined && { subscriptionUrl: url }) }
}

async function beginCheckout(
  { db, clock, config, log }: Context,
  payments: PaymentProvider,
  { slug, groupName, adminEmail }: Signup,
) {
  const now = clock.now()
  try {
    const { id, key } = await insertPurchase(db, slug, now)
    try {
      const { checkoutId, url } = await payments.beginCheckout({
        key,
        // Pass the address as typed, and no customer id, so that the page reveals nothing about an account.
        email: adminEmail,
        description: groupName,
        successUrl: linkTo(config, '/purchase?payment=success'),
        cancelUrl: linkTo(config, '/purchase?payment=cancelled'),
        expiresAt: new Date(now.getTime() + PAYABLE_MS),
      })
      return await db.transaction(async (tx) => {
        const saved = await updateCheckout(tx, id, { checkoutId })
        if (saved?.status === 'started' || saved?.status === 'incomplete') return url
        // The checkout was deleted or has ended while we waited for the provider.
        await queueCancellation(tx, id, 'now')
        return undefined
      })
    } catch (error) {
      await abandonCheckout(db, id)
      throw error
    }
  } catch (error) {
    log.warn({ err: error, slug }, 'Could not start a purchase; its signup is kept')
    return undefined
  }
}
