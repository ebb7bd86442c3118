import type { GroupHooks } from '../ports.ts'
import { queueJoinRequestAlert } from './recipients/notify-members.ts'
import { deleteSomeOfGroup } from './store.ts'

export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequestAlert,
  purgeBatch: deleteSomeOfGroup,
}
