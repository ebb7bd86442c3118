import {
  createSubscription,
  openBillingPortal,
  readSubscription,
} from '../../../../contract/billing.ts'
import { ownerAlone, type Rule } from './rule.ts'

/** What an owner may do about a group's billing. The groups in these rules never expire and cost nothing. */
export const BILLING_RULES: readonly Rule[] = [
  {
    endpoint: createSubscription,
    requires: 'group',
    body: ({ group }) => ({ groupId: group.id }),
    own: ownerAlone(409),
  },
  { endpoint: readSubscription, requires: 'group', own: ownerAlone() },
  { endpoint: openBillingPortal, requires: 'group', own: ownerAlone(409) },
]
