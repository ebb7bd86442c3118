import { billingGolferHooks } from '../billing/golfer-hooks.ts'
import type { Context } from '../context.ts'
import { groupsGolferHooks } from '../groups/golfer-hooks.ts'
import { queueForEach } from '../messaging/alerts/queue-for-each.ts'
import { messagingGolferHooks } from '../messaging/golfer-hooks.ts'
import { teeTimesGolferHooks } from '../tee-times/golfer-hooks.ts'

/** Returns the ports through which lower domains reach higher ones. Hooks of lower domains come first. */
export function connectDomains(): Pick<Context, 'notify' | 'golferHooks' | 'groupHooks'> {
  return {
    notify: queueForEach,
    golferHooks: [groupsGolferHooks, teeTimesGolferHooks, messagingGolferHooks, billingGolferHooks],
    groupHooks: [],
  }
}
