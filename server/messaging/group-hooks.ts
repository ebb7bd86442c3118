import type { GroupHooks } from '../group-hooks.ts'
import { queueJoinRequest } from './recipients/notify-members.ts'
import { deleteSomeOfGroup } from './store.ts'

/** Announces requests to join, and deletes the messages of purged groups. */
export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequest,
  purgeBatch: deleteSomeOfGroup,
}
