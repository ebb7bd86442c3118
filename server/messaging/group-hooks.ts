import type { GroupHooks } from '../group-hooks.ts'
import { deleteSomeOfGroup } from './deliveries/store.ts'

/** Deletes the messages of groups that can no longer be restored. */
export const messagingGroupHooks: GroupHooks = {
  purgeBatch: deleteSomeOfGroup,
}
