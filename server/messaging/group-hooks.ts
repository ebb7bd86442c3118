import type { GroupHooks } from '../ports.ts'
import { queueJoinRequest } from './recipients/notify-members.ts'
import { deleteSomeOfGroup } from './store.ts'

/** Announces requests to join, and deletes the messages of purged groups. */
export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequest,
  purgeBatch: deleteSomeOfGroup,
}
