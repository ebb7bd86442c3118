import type { GroupHooks } from '../group-hooks.ts'
import { queueJoinRequest } from './alerts/tell-join-requests.ts'

/** What messaging does when a group changes. */
export const messagingGroupHooks: GroupHooks = { joinRequested: queueJoinRequest }
