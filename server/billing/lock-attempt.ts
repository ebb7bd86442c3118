import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import {
  type Attempt,
  findAttempt,
  insertAttempt,
  lockAttempt,
  updateAttempt,
} from './attempts/store.ts'
import { type LockedGroup, lockGroup } from './store.ts'

/** An attempt and its group, both locked until the transaction ends. */
export interface LockedCheckout {
  readonly attempt: Attempt
  /** Undefined while the group waits for its owner, and after it is deleted. */
  readonly group: LockedGroup | undefined
}

/** The ids in a webhook event that say what it belongs to. */
interface Ids {
  readonly subscriptionId: string | null
  readonly customerId: string | null
  readonly key: string | undefined
  /** Whether money has been taken for the subscription. If so, it is recorded, expected or not. */
  readonly isPaid: boolean
}

/**
 * Finds and locks the attempt that a webhook event is about. Locks the group before the attempt, as all
 * code does. Returns undefined, with a log entry, for events that are not ours: another subscription of
 * the same account, or a customer other than the one who began to pay.
 */
export async function lockAttemptOfEvent(
  ctx: Pick<Context, 'log' | 'clock'>,
  tx: Queries,
  ids: Ids,
): Promise<LockedCheckout | undefined> {
  const { customerId, subscriptionId } = ids
  const about = { subscription: subscriptionId, customer: customerId }
  const found = await findAttempt(tx, ids)
  const locked = found && (await lockFoundAttempt(tx, found))
  if (locked === undefined) {
    ctx.log.info(about, 'Ignored a webhook event about a payment that was not started here')
    return undefined
  }
  const { attempt, group } = locked
  const { id } = attempt
  if (customerId !== null && attempt.customerId !== null && attempt.customerId !== customerId) {
    ctx.log.error(
      { ...about, attempt: id },
      'Ignored a webhook event whose customer did not start this payment',
    )
    return undefined
  }
  if (
    subscriptionId !== null &&
    attempt.subscriptionId !== null &&
    attempt.subscriptionId !== subscriptionId
  ) {
    // Another event may have stored it while we waited for the lock.
    const second = await findAttempt(tx, { subscriptionId, key: undefined })
    if (second !== undefined)
      return { attempt: (await lockAttempt(tx, second.id)) ?? second, group }
    ctx.log.error({ ...about, attempt: id }, 'One checkout became two subscriptions')
    if (!ids.isPaid) return undefined
    const { groupId, signupId, slug, golferId } = attempt
    const another = await insertAttempt(tx, {
      ...{ groupId, signupId, slug, golferId, subscriptionId, customerId },
      status: 'active',
      createdAt: ctx.clock.now(),
    })
    return { attempt: another, group }
  }
  const learned = {
    ...(attempt.customerId === null && customerId !== null && { customerId }),
    ...(attempt.subscriptionId === null && subscriptionId !== null && { subscriptionId }),
  }
  await updateAttempt(tx, id, learned)
  return { attempt: { ...attempt, ...learned }, group }
}

/** Locks an attempt that is known by its row. */
export async function lockFoundAttempt(
  tx: Queries,
  found: Pick<Attempt, 'id' | 'groupId'>,
): Promise<LockedCheckout | undefined> {
  const group = await lockGroup(tx, found.groupId)
  const attempt = await lockAttempt(tx, found.id)
  if (attempt === undefined) return undefined
  // Its group may have started or been deleted in the meantime.
  if (attempt.groupId === found.groupId) return { attempt, group }
  return { attempt, group: await lockGroup(tx, attempt.groupId) }
}
