import type { GroupHooks } from '../ports.ts'
import { queueJoinRequest } from './alerts/notify-join-requests.ts'
import { deleteSomeOfGroup } from './deliveries/store.ts'

/** Announces requests to join, and deletes the messages of purged groups. */
export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequest,
  purgeBatch: deleteSomeOfGroup,
}
