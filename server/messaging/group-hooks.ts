import type { GroupHooks } from '../group-hooks.ts'
import { queueJoinRequest } from './alerts/notify-join-requests.ts'
import { deleteSomeOfGroup } from './deliveries/store.ts'

/** What messaging does when a group changes. */
export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequest,
  purgeBatch: deleteSomeOfGroup,
}
