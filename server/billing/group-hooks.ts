import type { GroupHooks } from '../ports.ts'
import { linkAttempts, listAttemptsOf } from './link-attempts.ts'
import { endSubscriptions, transferSubscription } from './transfer-subscription.ts'
import { updatePaidTime } from './update-paid-time.ts'

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
