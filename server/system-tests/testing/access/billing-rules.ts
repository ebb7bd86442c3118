import {
  createSubscription,
  openBillingPortal,
  readSubscription,
} from '../../../../contract/billing.ts'
import { ownerOnly, type Rule } from './rule.ts'

/** Calls about a group's billing. The test groups never expire and were never paid for, hence the 409s. */
export const BILLING_RULES: readonly Rule[] = [
  {
    endpoint: createSubscription,
    requires: 'group',
    body: ({ group }) => ({ groupId: group.id }),
    statusByRole: ownerOnly(409),
  },
  { endpoint: readSubscription, requires: 'group', statusByRole: ownerOnly() },
  { endpoint: openBillingPortal, requires: 'group', statusByRole: ownerOnly(409) },
]
