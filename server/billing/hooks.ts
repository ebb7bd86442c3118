import type { GolferHooks } from '../golfer-hooks.ts'
import type { GroupHooks } from '../group-hooks.ts'
import type { Queries } from '../platform/database/database.ts'
import { adoptAttempts, cancelAll, lockAttemptsOf } from './attempts/store.ts'
import { queueCancellation } from './end-subscription.ts'
import { notifyPaid } from './notify-owner.ts'
import { listPaidInvoices, listPaymentsOf, lockGroup, saveBase } from './store.ts'
import { updateLockedGroup, updatePaidTime } from './update-paid-time.ts'

/** Keeps a group's paid time right as the group starts, changes hands, is deleted, or is restored. */
export const billingGroupHooks: GroupHooks = {
  ownershipTransferred: transferSubscription,

  async lockBeforeStart(tx, signupId) {
    const { ids, isPaid } = await listAttemptsOf(tx, signupId)
    return {
      isPaid,
      groupStarted: (started, now) => linkAttempts(tx, { ...started, ids }, now),
    }
  },

  beforeDeletion: endSubscriptions,

  async groupRestored(tx, groupId, now) {
    await updatePaidTime(tx, groupId, now)
  },
}

/** Adds payments to a golfer's export. Payments stay when an account is deleted. */
export const billingGolferHooks: GolferHooks = {
  async exportData(tx, golfer) {
    const payments = await listPaymentsOf(tx, golfer.golferId)
    return { payments: payments.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
  },
}

/**
 * Returns the attempts begun for a signup, and whether any of them was paid. Locks them until the
 * transaction ends.
 */
export async function listAttemptsOf(
  tx: Queries,
  signupId: number,
): Promise<{ ids: number[]; isPaid: boolean }> {
  const rows = await lockAttemptsOf(tx, signupId)
  return {
    ids: rows.map(({ id }) => id),
    isPaid: rows.some(({ status }) => status === 'active' || status === 'past_due'),
  }
}

/**
 * Assigns the payments begun for a waiting group to that group as it starts, and credits the ones that were
 * paid. Runs in the transaction that creates the group.
 */
export async function linkAttempts(
  tx: Queries,
  started: { groupId: number; golferId: number; ids: readonly number[] },
  now: Date,
): Promise<void> {
  if (started.ids.length === 0) return
  await adoptAttempts(tx, started)
  const invoices = await listPaidInvoices(tx, started.groupId)
  const group = await lockGroup(tx, started.groupId)
  if (group === undefined || invoices.length === 0) return
  await saveBase(tx, group)
  const paidTime = await updateLockedGroup(tx, group, now)
  for (const invoice of invoices) await notifyPaid(tx, group, invoice, paidTime, now)
}

/**
 * Keeps a group's paid time for its new owner and stops charging the previous payer. Runs in the
 * transaction that hands the group over and has locked its row.
 */
export async function transferSubscription(tx: Queries, groupId: number, now: Date): Promise<void> {
  for (const ending of await cancelAll(tx, groupId, { paidTime: 'kept' })) {
    await queueCancellation(tx, ending)
  }
  await updatePaidTime(tx, groupId, now)
}

/** Ends the subscriptions of a group that is about to be deleted. Runs in the same transaction. */
export async function endSubscriptions(tx: Queries, groupId: number): Promise<void> {
  for (const ending of await cancelAll(tx, groupId, { paidTime: 'ended' })) {
    await queueCancellation(tx, ending)
  }
}
