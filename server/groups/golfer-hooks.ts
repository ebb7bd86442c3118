import { Conflict } from '../platform/database/database.ts'
import type { GolferHooks } from '../ports.ts'
import { purgeDeletedGroupsOf } from './deletion/delete-group.ts'
import {
  deleteTraces,
  listGroupIds,
  listGroupNames,
  listInvitations,
  listJoinRequests,
  listMemberships,
  listSignups,
  ownsGroups,
  refreshGroups,
} from './golfer-data/store.ts'
import { endMembership, lockMemberships } from './members/remove-member.ts'

/** Renames, exports and deletes a golfer's memberships, invitations and signups. */
export const groupsGolferHooks: GolferHooks = {
  golferRenamed: refreshGroups,

  listPersonalWords: listGroupNames,

  async exportData(tx, golfer) {
    const memberships = await listMemberships(tx, golfer)
    return {
      groups: memberships.map(({ joinedAt, isOwner, isAdmin, ...group }) => ({
        ...group,
        role: isOwner ? 'owner' : isAdmin ? 'admin' : 'member',
        joinedAt: joinedAt.toISOString(),
      })),
      joinRequests: (await listJoinRequests(tx, golfer)).map(withIsoDate),
      invitations: (await listInvitations(tx, golfer)).map(withIsoDate),
      waitingGroups: (await listSignups(tx, golfer)).map(withIsoDate),
    }
  },

  // No owner would be left to restore these groups for.
  purgeBeforeDeletion: purgeDeletedGroupsOf,

  async findDeletionObstacle(tx, golferId) {
    return (await ownsGroups(tx, golferId)) ? 'owns_groups' : undefined
  },

  async lockBeforeDeletion(ctx, tx, golferId, now) {
    const groupIds = await listGroupIds(tx, golferId)
    // Lock the tee times of all groups at once, ordered by id.
    await lockMemberships(ctx, tx, { groupIds, golferId }, now)
    return {
      async leave() {
        for (const groupId of groupIds) await endMembership(ctx, tx, { groupId, golferId }, now)
      },
      // A group was just created or transferred, or a membership just added.
      async recheck() {
        if ((await listGroupIds(tx, golferId)).length > 0) {
          throw new Conflict(`Golfer ${golferId} joined a group while being deleted`)
        }
      },
    }
  },

  deleteData: deleteTraces,
}

function withIsoDate<Row extends { createdAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
