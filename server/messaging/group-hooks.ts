import type { GroupHooks } from '../ports.ts'
import { queueJoinRequestAlert } from './recipients/notify-members.ts'
import { deleteSomeOfGroup } from './store.ts'

/** Announces requests to join, and deletes the messages of purged groups. */
export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequestAlert,
  purgeBatch: deleteSomeOfGroup,
}
