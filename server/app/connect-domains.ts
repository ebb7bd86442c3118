import { billingGroupHooks } from '../billing/group-hooks.ts'
import type { Context } from '../context.ts'
import { queueForEach } from '../messaging/alerts/queue-for-each.ts'
import { messagingGroupHooks } from '../messaging/group-hooks.ts'
import { teeTimesGroupHooks } from '../tee-times/group-hooks.ts'

/** Returns the ports through which lower domains reach higher ones. */
export function connectDomains(): Pick<Context, 'notify' | 'golferHooks' | 'groupHooks'> {
  return {
    notify: queueForEach,
    golferHooks: [],
    groupHooks: [teeTimesGroupHooks, messagingGroupHooks, billingGroupHooks],
  }
}
