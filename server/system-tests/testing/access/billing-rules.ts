import {
  createSubscription,
  openBillingPortal,
  readSubscription,
} from '../../../../contract/billing.ts'
import { ownerOnly, type Rule } from './rule.ts'

/** What an owner may do about a group's billing. The groups in these rules never expire and cost nothing. */
export const BILLING_RULES: readonly Rule[] = [
  {
    endpoint: createSubscription,
    requires: 'group',
    body: ({ group }) => ({ groupId: group.id }),
    own: ownerOnly(409),
  },
  { endpoint: readSubscription, requires: 'group', own: ownerOnly() },
  { endpoint: openBillingPortal, requires: 'group', own: ownerOnly(409) },
]
