import { billingGolferHooks } from '../billing/golfer-hooks.ts'
import { billingGroupHooks } from '../billing/group-hooks.ts'
import type { Context } from '../context.ts'
import { groupsGolferHooks } from '../groups/golfer-hooks.ts'
import { findLastNotification, notify } from '../messaging/deliveries/notify.ts'
import { retireNumber } from '../messaging/deliveries/retire-number.ts'
import { messagingGolferHooks } from '../messaging/golfer-hooks.ts'
import { messagingGroupHooks } from '../messaging/group-hooks.ts'
import { teeTimesGolferHooks } from '../tee-times/golfer-hooks.ts'
import { teeTimesGroupHooks } from '../tee-times/group-hooks.ts'

/** Returns the ports through which lower domains reach higher ones. Hooks of lower domains come first. */
export function connectDomains(): Pick<
  Context,
  'notify' | 'findLastNotification' | 'retireNumber' | 'golferHooks' | 'groupHooks'
> {
  return {
    notify,
    findLastNotification,
    retireNumber,
    golferHooks: [groupsGolferHooks, teeTimesGolferHooks, messagingGolferHooks, billingGolferHooks],
    groupHooks: [teeTimesGroupHooks, messagingGroupHooks, billingGroupHooks],
  }
}
