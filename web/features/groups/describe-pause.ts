import type { GroupDetail } from '../../../contract/groups.ts'

/** What a member of a group whose time is over is told, before they tap in vain. */
export function describePause(group: GroupDetail, golferId: number | undefined): string {
  return group.ownerId === golferId
    ? 'Posting and claiming are paused. Subscribe, and your group goes on.'
    : `Posting and claiming are paused until ${group.ownerName} subscribes.`
}
