import { billingGolferHooks, billingGroupHooks } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { groupsGolferHooks } from '../groups/index.ts'
import {
  findLastNotification,
  messagingGolferHooks,
  messagingGroupHooks,
  notify,
  retireNumber,
} from '../messaging/index.ts'
import { teeTimesGolferHooks, teeTimesGroupHooks } from '../tee-times/index.ts'

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
