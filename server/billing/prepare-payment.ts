import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { GroupOwner } from '../groups/index.ts'
import { findAccount } from '../identity/index.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, notSignedIn } from '../platform/errors.ts'
import {
  PaymentCallRefused,
  type PaymentProvider,
  PaymentsUnavailable,
} from '../providers/payments/payments.ts'
import type { Checkout } from './checkouts/store.ts'
import * as checkouts from './checkouts/store.ts'
import { queueCancellation } from './end-subscription.ts'
import { lockGroup } from './store.ts'
import { updatePaidTime } from './update-paid-time.ts'

type BillingContext = Pick<Context, 'db' | 'log' | 'clock'> & { readonly payments: PaymentProvider }

/** 'retry': the checkout has ended or was started by another server, so read the group's checkouts again. */
type Outcome = { readonly clientSecret: string } | 'retry' | 'refused'

/** How many times to check whether another server has started the checkout. */
const MAX_CHECKS = 6
const CHECK_AGAIN_MS = 300

const callsInProgress = new Map<string, Promise<Outcome>>()

/** Concurrent calls for a checkout share one result. @throws AppError PAYMENT_PROCESSING, UNAVAILABLE */
export function preparePayment(ctx: BillingContext, owner: GroupOwner, checkout: Checkout) {
  const known = callsInProgress.get(checkout.key)
  if (known !== undefined) return known
  const outcome = startOrResumePayment(ctx, owner, checkout).finally(() =>
    callsInProgress.delete(checkout.key),
  )
  callsInProgress.set(checkout.key, outcome)
  return outcome
}

export function unavailableError(): AppError {
  return new AppError(
    'UNAVAILABLE',
    "We can't reach the payment provider. You weren't charged. Please try again in a moment.",
  )
}

function stillProcessingError(): AppError {
  return new AppError(
    'PAYMENT_PROCESSING',
    "Your payment is being confirmed. That can take a minute. There's nothing more to do.",
  )
}

async function startOrResumePayment(
  ctx: BillingContext,
  owner: GroupOwner,
  checkout: Checkout,
): Promise<Outcome> {
  const { db, log, payments } = ctx
  const { checkoutId, subscriptionId } = checkout
  try {
    if (checkoutId !== null) {
      // Close the provider's checkout page first, so that nobody can pay both there and here.
      if (!(await payments.endCheckout(checkoutId))) throw stillProcessingError()
      return await abandonAndCancel(db, checkout)
    }
    return subscriptionId === null
      ? await startPayment(ctx, owner, checkout)
      : await resumePayment(ctx, owner, checkout, subscriptionId)
  } catch (error) {
    if (error instanceof PaymentsUnavailable) {
      if (await isStartedElsewhere(db, checkout)) return 'retry'
      log.warn({ err: error, groupId: owner.groupId }, 'Could not start a payment')
      throw unavailableError()
    }
    if (!(error instanceof PaymentCallRefused)) throw error
    log.error({ err: error, groupId: owner.groupId }, 'A payment was refused')
    await abandonAndCancel(db, checkout)
    return 'refused'
  }
}

/**
 * Returns whether another server started the checkout. The provider refuses our request while it handles that
 * server's request, so this function waits for the result.
 */
async function isStartedElsewhere(db: Database, { id, status }: Checkout): Promise<boolean> {
  if (status !== 'started') return false
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    if (checks > 0) await sleep(CHECK_AGAIN_MS)
    if ((await checkouts.findCheckoutById(db, id))?.status !== 'started') return true
  }
  return false
}

/** Returns the secret of a subscription that was started earlier, if it has an open invoice. */
async function resumePayment(
  { db, clock, payments }: BillingContext,
  { groupId }: GroupOwner,
  checkout: Checkout,
  subscriptionId: string,
): Promise<Outcome> {
  const clientSecret = await payments.findClientSecret(subscriptionId)
  if (clientSecret !== undefined) return { clientSecret }
  const status = (await payments.readSubscription(subscriptionId))?.status
  const hasEnded = status === undefined || status === 'abandoned' || status === 'canceled'
  if (checkout.status === 'started' || checkout.status === 'incomplete') {
    if (!hasEnded) throw stillProcessingError()
    return abandonAndCancel(db, checkout)
  }
  if (!hasEnded && status !== 'past_due') throw stillProcessingError()
  // The subscription cannot continue: it has ended at the provider, or its unpaid invoice was voided.
  await db.transaction(async (tx) => {
    await lockGroup(tx, groupId)
    await checkouts.markCanceled(tx, checkout.id)
    await queueCancellation(tx, checkout.id, 'now')
    await updatePaidTime(tx, groupId, clock.now())
  })
  return 'retry'
}

async function startPayment(
  { db, payments }: BillingContext,
  owner: GroupOwner,
  checkout: Checkout,
): Promise<Outcome> {
  const payer = await findAccount(db, owner.golferId)
  if (payer === undefined) throw notSignedIn()
  const { email, name, stripeCustomerId } = payer
  const key = `golfer-${checkout.key}`
  const payerCustomerId = stripeCustomerId ?? (await payments.createCustomer({ key, email, name }))
  const golferCustomerId = await checkouts.saveCustomerIdOfGolfer(db, owner, payerCustomerId)
  const customerId =
    golferCustomerId &&
    (await checkouts.saveCustomerIdOfCheckout(db, checkout.id, golferCustomerId))
  if (customerId === undefined) return 'retry'
  const request = { key: checkout.key, email, description: owner.group.name, customerId }
  const begun = await payments.beginSubscription(request).catch(async (error: unknown) => {
    // The stored customer may be from another provider account, or may have been deleted there.
    if (error instanceof PaymentCallRefused) await checkouts.forgetCustomerId(db, customerId)
    throw error
  })
  const status = await db.transaction(async (tx) => {
    const newStatus = await checkouts.saveSubscriptionId(tx, checkout.id, begun.subscriptionId)
    // While we waited for the provider, the checkout was abandoned, for example by a transfer of the group.
    if (newStatus === 'abandoned') await queueCancellation(tx, checkout.id, 'now')
    return newStatus
  })
  return status === 'incomplete' ? { clientSecret: begun.clientSecret } : 'retry'
}

async function abandonAndCancel(db: Database, { id }: Checkout): Promise<'retry'> {
  await db.transaction(async (tx) => {
    if (await checkouts.abandonCheckout(tx, id)) await queueCancellation(tx, id, 'now')
  })
  return 'retry'
}
