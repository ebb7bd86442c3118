import type { Queries } from '../platform/database/database.ts'
import type { GolferHooks, GroupHooks, Membership } from '../ports.ts'
import { assignCheckouts, lockCheckoutsOf } from './checkouts/store.ts'
import { isLive } from './compute-paid-time.ts'
import { stopCharging } from './end-subscription.ts'
import { notifyPaid } from './notify-owner.ts'
import { listPaidInvoices, listPaymentsOf, lockGroup, savePaidTimeBase } from './store.ts'
import { updatePaidTime, updatePaidTimeOfLockedGroup } from './update-paid-time.ts'

export const billingGroupHooks: GroupHooks = {
  async lockBeforeStart(tx, signupId) {
    const checkouts = await lockCheckoutsOf(tx, signupId)
    const ids = checkouts.map(({ id }) => id)
    return {
      isPaid: checkouts.some(isLive),
      groupStarted: (membership, now) => linkCheckouts(tx, ids, membership, now),
    }
  },

  // The new owner keeps the paid time, and the previous payer is no longer charged.
  async ownershipTransferred(tx, groupId, now) {
    await stopCharging(tx, groupId, 'kept')
    await updatePaidTime(tx, groupId, now)
  },

  async beforeDeletion(tx, groupId) {
    await stopCharging(tx, groupId, 'ended')
  },

  async groupRestored(tx, groupId, now) {
    await updatePaidTime(tx, groupId, now)
  },
}

/** Has no deletion hooks, because payments outlive accounts. */
export const billingGolferHooks: GolferHooks = {
  exportData: async (tx, { golferId }) => ({ payments: await listPaymentsOf(tx, golferId) }),
}

async function linkCheckouts(tx: Queries, ids: number[], membership: Membership, now: Date) {
  if (ids.length === 0) return
  await assignCheckouts(tx, ids, membership)
  const invoices = await listPaidInvoices(tx, membership.groupId)
  const group = await lockGroup(tx, membership.groupId)
  if (group === undefined || invoices.length === 0) return
  await savePaidTimeBase(tx, group)
  const paidTime = await updatePaidTimeOfLockedGroup(tx, group, now)
  for (const invoice of invoices) await notifyPaid(tx, group, invoice, paidTime, now)
}
