import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import {
  type Checkout,
  findCheckout,
  insertCheckout,
  lockCheckout,
  updateCheckout,
} from './checkouts/store.ts'
import { lockGroup } from './store.ts'

export type LockedCheckout = NonNullable<Awaited<ReturnType<typeof lockFoundCheckout>>>

type CheckoutEvent = Pick<Checkout, 'subscriptionId' | 'customerId'> & {
  readonly key: string | undefined
  /** Whether the event proves that the subscription was paid. */
  readonly isPaid: boolean
}

/**
 * Finds the checkout that a webhook event is about, locks its group and then the checkout, and stores the ids
 * that the event reports. If a second subscription of a checkout was paid, returns a separate row for it.
 * Logs and returns undefined if the event belongs to no checkout of this app, to another customer, or to a
 * second subscription that was not paid.
 */
export async function lockCheckoutOfEvent(ctx: Context, tx: Queries, event: CheckoutEvent) {
  const { customerId, subscriptionId } = event
  const logFields = { subscription: subscriptionId, customer: customerId }
  const found = await findCheckout(tx, event)
  const locked = found && (await lockFoundCheckout(tx, found))
  if (locked === undefined) {
    ctx.log.info(logFields, 'Ignored a webhook event about a payment that was not started here')
    return undefined
  }
  const { checkout, group } = locked
  const { id } = checkout
  if (customerId !== null && checkout.customerId !== null && checkout.customerId !== customerId) {
    ctx.log.error(
      { ...logFields, checkout: id },
      'Ignored a webhook event with a customer who did not start this payment',
    )
    return undefined
  }
  const storedId = checkout.subscriptionId
  if (subscriptionId !== null && storedId !== null && storedId !== subscriptionId) {
    // Another event may have stored this subscription while we waited for the lock.
    const secondCheckout = await findCheckout(tx, { subscriptionId })
    if (secondCheckout)
      return { checkout: (await lockCheckout(tx, secondCheckout.id)) ?? secondCheckout, group }
    ctx.log.error({ ...logFields, checkout: id }, 'One checkout became two subscriptions')
    if (!event.isPaid) return undefined
    const { groupId, signupId, slug, golferId } = checkout
    const newCheckout = await insertCheckout(tx, {
      ...{ groupId, signupId, slug, golferId, subscriptionId, customerId },
      status: 'active',
      createdAt: ctx.clock.now(),
    })
    return { checkout: newCheckout, group }
  }
  const newIds = {
    ...(checkout.customerId === null && customerId !== null && { customerId }),
    ...(storedId === null && subscriptionId !== null && { subscriptionId }),
  }
  await updateCheckout(tx, id, newIds)
  return { checkout: { ...checkout, ...newIds }, group }
}

/**
 * Locks a checkout and its group. `found` may be outdated. The result is undefined if the checkout was
 * deleted; its group is undefined until the group is created, and after it is deleted.
 */
export async function lockFoundCheckout(tx: Queries, found: Pick<Checkout, 'id' | 'groupId'>) {
  const group = await lockGroup(tx, found.groupId)
  const checkout = await lockCheckout(tx, found.id)
  if (checkout === undefined) return undefined
  // Before the checkout was locked, its group may have been created or deleted.
  if (checkout.groupId === found.groupId) return { checkout, group }
  return { checkout, group: await lockGroup(tx, checkout.groupId) }
}
