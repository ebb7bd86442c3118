import { billingGroupHooks } from '../billing/group-hooks.ts'
import type { Context } from '../context.ts'
import { findLastNotification, notify } from '../messaging/deliveries/notify.ts'
import { retireNumber } from '../messaging/deliveries/retire-number.ts'
import { messagingGroupHooks } from '../messaging/group-hooks.ts'
import { teeTimesGroupHooks } from '../tee-times/group-hooks.ts'

/** Returns the ports through which lower domains reach higher ones. */
export function connectDomains(): Pick<
  Context,
  'notify' | 'findLastNotification' | 'retireNumber' | 'golferHooks' | 'groupHooks'
> {
  return {
    notify,
    findLastNotification,
    retireNumber,
    golferHooks: [],
    groupHooks: [teeTimesGroupHooks, messagingGroupHooks, billingGroupHooks],
  }
}
