import { isUnpaid } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import type { GroupOwner } from '../groups/index.ts'
import { dateIn } from '../messaging/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { abandonCheckout, insertCheckout, listOpenOrLiveCheckouts } from './checkouts/store.ts'
import { queueCancellation } from './end-subscription.ts'
import { preparePayment, unavailableError } from './prepare-payment.ts'
import { lockGroup } from './store.ts'

/** How many checkouts to try. A checkout can end just before its use, for example when the owner changes. */
const MAX_TRIES = 5
/**
 * How long to reuse a checkout's idempotency key. After that, use a new one, because the provider repeats its
 * first response to a key for a day.
 */
const KEY_LIFE_MS = 60_000

/**
 * Starts the payment for a group's next six months. Concurrent calls, even on two servers, start the same
 * payment. Holds no lock or database connection while waiting for the provider.
 * @throws AppError PAYMENTS_OFF; ALREADY_SUBSCRIBED; PAYMENT_PROCESSING if the event of a payment has not
 * arrived; UNAVAILABLE; FORBIDDEN or NOT_FOUND if the group was just transferred or deleted
 */
export async function createSubscription(ctx: Context, owner: GroupOwner) {
  const { payments } = ctx
  if (payments === undefined) {
    throw new AppError(
      'PAYMENTS_OFF',
      "We can't take payments right now. Ask the Fourball team to keep your group active.",
    )
  }
  let refusals = 0
  for (let tries = 0; tries < MAX_TRIES && refusals < 2; tries += 1) {
    const checkout = await ctx.db.transaction((tx) => findOrCreateCheckout(ctx, tx, owner))
    const outcome = await preparePayment({ ...ctx, payments }, owner, checkout)
    if (typeof outcome === 'object') return { ...outcome, form: payments.form }
    if (outcome === 'refused') refusals += 1
  }
  throw unavailableError()
}

/** Returns a subscription whose renewal failed or is overdue, or else an open or new checkout. */
async function findOrCreateCheckout(ctx: Context, tx: Queries, owner: GroupOwner) {
  const group = await lockGroup(tx, owner.groupId)
  if (group === undefined) throw notFound('group')
  if (group.ownerId !== owner.golferId) {
    throw new AppError('FORBIDDEN', 'Only the owner can pay for this group.')
  }
  if (group.expiryDate === null) {
    throw new AppError(
      'ALREADY_SUBSCRIBED',
      `The free trial for ${group.name} has no end date, so there's nothing to pay.`,
    )
  }
  const now = ctx.clock.now()
  const checkouts = await listOpenOrLiveCheckouts(tx, owner)
  const ownCheckouts = checkouts.filter(({ golferId }) => golferId === owner.golferId)
  const findRenewing = (status: 'active' | 'past_due') =>
    ownCheckouts.find((one) => one.status === status && !one.cancelAtPeriodEnd)
  const renewingCheckout = findRenewing('active')
  if (renewingCheckout !== undefined) {
    // If the period has ended, the event for the renewal is overdue, so the caller asks the provider.
    if (isUnpaid({ expiryDate: renewingCheckout.periodEnd, renews: true }, now))
      return renewingCheckout
    const date = dateIn(group.expiryDate, group.timeZone)
    throw new AppError(
      'ALREADY_SUBSCRIBED',
      `${group.name} is paid for. Its subscription renews on ${date}, so there's nothing to pay now.`,
    )
  }
  const failedCheckout = findRenewing('past_due')
  if (failedCheckout !== undefined) return failedCheckout
  const openCheckout = checkouts.find(
    ({ status }) => status === 'started' || status === 'incomplete',
  )
  if (openCheckout !== undefined) {
    const isFresh =
      openCheckout.status === 'incomplete' || +now - +openCheckout.createdAt < KEY_LIFE_MS
    // Return a checkout with a page, even if it is old: the caller must close the page before the owner pays.
    if (openCheckout.checkoutId !== null || (ownCheckouts.includes(openCheckout) && isFresh))
      return openCheckout
    await abandonCheckout(tx, openCheckout.id)
    await queueCancellation(tx, openCheckout.id, 'now')
  }
  const { groupId, golferId } = owner
  return insertCheckout(tx, { groupId, golferId, slug: group.slug, createdAt: now })
}
