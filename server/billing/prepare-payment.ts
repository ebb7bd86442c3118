import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { GroupOwner } from '../groups/index.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, signInFirst } from '../platform/errors.ts'
import {
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
} from '../providers/payments/payments.ts'
import {
  type Attempt,
  abandon,
  findAttemptById,
  markCanceled,
  savePayer,
  saveStarted,
} from './attempts/store.ts'
import { queueCancellation } from './end-subscription.ts'
import { deleteCustomer, findPayer, lockGroup, saveCustomer } from './store.ts'
import { updatePaidTime } from './update-paid-time.ts'

type BillingContext = Pick<Context, 'db' | 'log' | 'clock'> & { readonly payments: Payments }

/** The secret to pay with, 'over' if the attempt has ended, or 'refused' if the provider refused it. */
type Outcome = { readonly clientSecret: string } | 'over' | 'refused'

/** How many times, and how far apart, we check whether another server has begun the attempt. */
const MAX_CHECKS = 6
const CHECK_AGAIN_MS = 300

/** The calls to the provider that are in progress, by attempt key. */
const callsInProgress = new Map<string, Promise<Outcome>>()

/**
 * Prepares an attempt, or a renewal that failed, so that the browser can pay it. Concurrent calls for the
 * same attempt share one result.
 * @throws AppError PAYMENT_PROCESSING, UNAVAILABLE
 */
export function preparePayment(
  billing: BillingContext,
  owner: GroupOwner,
  attempt: Attempt,
): Promise<Outcome> {
  const known = callsInProgress.get(attempt.key)
  if (known !== undefined) return known
  const outcome = requestPayment(billing, owner, attempt).finally(() =>
    callsInProgress.delete(attempt.key),
  )
  callsInProgress.set(attempt.key, outcome)
  return outcome
}

export function unavailable(): AppError {
  return new AppError(
    'UNAVAILABLE',
    "We can't reach the payment provider. You weren't charged. Please try again in a moment.",
  )
}

function processing(): AppError {
  return new AppError(
    'PAYMENT_PROCESSING',
    "Your payment is being confirmed. That can take a minute. There's nothing more to do.",
  )
}

async function requestPayment(
  billing: BillingContext,
  owner: GroupOwner,
  attempt: Attempt,
): Promise<Outcome> {
  const { db, log, payments } = billing
  const { checkoutId, subscriptionId } = attempt
  try {
    if (checkoutId !== null) {
      // The provider's checkout page ends first, so that nobody can pay both there and here.
      if (!(await payments.endCheckout(checkoutId))) throw processing()
      return await giveUp(db, attempt)
    }
    return subscriptionId === null
      ? await startPayment(billing, owner, attempt)
      : await resumePayment(billing, owner, attempt, subscriptionId)
  } catch (error) {
    if (error instanceof PaymentsUnavailable) {
      if (await isStartedElsewhere(db, attempt)) return 'over'
      log.warn({ err: error, groupId: owner.groupId }, 'Could not start a payment')
      throw unavailable()
    }
    if (!(error instanceof PaymentRefused)) throw error
    log.error({ err: error, groupId: owner.groupId }, 'A payment was refused')
    await giveUp(db, attempt)
    return 'refused'
  }
}

/**
 * Returns whether another server has begun the attempt. The provider rejects a key that it is still working
 * on, and the other server has the answer a moment later.
 */
async function isStartedElsewhere(db: Database, { id, status }: Attempt): Promise<boolean> {
  if (status !== 'started') return false
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    if (checks > 0) await sleep(CHECK_AGAIN_MS)
    if ((await findAttemptById(db, id))?.status !== 'started') return true
  }
  return false
}

/** Returns the secret of a subscription that was begun earlier, if there is still something to pay. */
async function resumePayment(
  { db, clock, payments }: BillingContext,
  { groupId }: GroupOwner,
  attempt: Attempt,
  subscriptionId: string,
): Promise<Outcome> {
  const clientSecret = await payments.findClientSecret(subscriptionId)
  if (clientSecret !== undefined) return { clientSecret }
  const status = (await payments.readSubscription(subscriptionId))?.status
  const hasEnded = status === undefined || status === 'abandoned' || status === 'canceled'
  if (attempt.status === 'started' || attempt.status === 'incomplete') {
    if (!hasEnded) throw processing()
    return giveUp(db, attempt)
  }
  // Nothing to pay, and it cannot continue: its invoice was voided or the provider no longer knows it.
  if (!hasEnded && status !== 'past_due') throw processing()
  await db.transaction(async (tx) => {
    await lockGroup(tx, groupId)
    await markCanceled(tx, attempt.id)
    await queueCancellation(tx, attempt.id, 'now')
    await updatePaidTime(tx, groupId, clock.now())
  })
  return 'over'
}

async function startPayment(
  { db, payments }: BillingContext,
  owner: GroupOwner,
  attempt: Attempt,
): Promise<Outcome> {
  const payer = await findPayer(db, owner)
  if (payer === undefined) throw signInFirst()
  const { email, name } = payer
  const made =
    payer.customerId ??
    (await payments.createCustomer({ key: `golfer-${attempt.key}`, email, name }))
  const customer = payer.customerId ?? (await saveCustomer(db, owner, made))
  const customerId = customer && (await savePayer(db, attempt.id, customer))
  if (customerId === undefined) return 'over'
  const plan = { key: attempt.key, email, description: owner.group.name, customerId }
  const begun = await payments.beginSubscription(plan).catch(async (error: unknown) => {
    // It may belong to another provider, or may have been deleted there.
    if (error instanceof PaymentRefused) await deleteCustomer(db, customerId)
    throw error
  })
  const status = await db.transaction(async (tx) => {
    const stored = await saveStarted(tx, attempt.id, begun.subscription)
    // Handed over or deleted while we waited for the provider: this secret is not given out.
    if (stored === 'abandoned') await queueCancellation(tx, attempt.id, 'now')
    return stored
  })
  return status === 'incomplete' ? { clientSecret: begun.clientSecret } : 'over'
}

/** Gives up an attempt and has it ended at the provider. */
async function giveUp(db: Database, { id }: Attempt): Promise<'over'> {
  await db.transaction(async (tx) => {
    if (await abandon(tx, id)) await queueCancellation(tx, id, 'now')
  })
  return 'over'
}
