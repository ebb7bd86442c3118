import type { GroupHooks } from '../group-hooks.ts'
import { queueJoinRequest } from './alerts/notify-join-requests.ts'
import { deleteSomeOfGroup } from './deliveries/store.ts'

/** Announces requests to join, and deletes the messages of purged groups. */
export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequest,
  purgeBatch: deleteSomeOfGroup,
}
