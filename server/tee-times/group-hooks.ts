import type { GroupHooks } from '../ports.ts'
import { lockForJoining, lockForLeaving } from './group-changes/change-members.ts'
import { lockForZoneChange } from './group-changes/change-zone.ts'
import { deleteSomeOfGroup, lockAllOfGroup } from './group-changes/store.ts'

/** Keeps tee times right as golfers join and leave their group, and as the group moves or is deleted. */
export const teeTimesGroupHooks: GroupHooks = {
  lockBeforeJoining: lockForJoining,
  lockBeforeLeaving: lockForLeaving,
  lockBeforeZoneChange: lockForZoneChange,
  purgeBatch: deleteSomeOfGroup,
  lockBeforePurge: lockAllOfGroup,
}
