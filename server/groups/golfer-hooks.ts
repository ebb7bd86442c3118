import { Conflict } from '../platform/database/database.ts'
import { type GolferHooks, runHooks } from '../ports.ts'
import { purgeDeletedGroupsOf } from './deletion/delete-group.ts'
import * as data from './golfer-data/store.ts'
import { endMembership } from './members/manage-members.ts'

export const groupsGolferHooks: GolferHooks = {
  golferRenamed: data.refreshGroups,
  phoneChanged: data.refreshGroups,

  listPersonalWords: async (db, golferId) =>
    (await data.listMemberships(db, golferId)).map(({ name }) => name),

  exportData: async (tx, golfer) => ({
    groups: await data.listMemberships(tx, golfer.golferId),
    joinRequests: await data.listJoinRequests(tx, golfer),
    invitations: await data.listInvitations(tx, golfer),
    waitingGroups: await data.listSignups(tx, golfer),
  }),

  // A deleted group cannot be restored without its owner.
  purgeBeforeDeletion: purgeDeletedGroupsOf,

  findDeletionObstacle: async (tx, golferId) =>
    (await data.ownsGroups(tx, golferId)) ? 'owns_groups' : undefined,

  async lockBeforeDeletion(ctx, tx, golferId, now) {
    const groupIds = await data.listGroupIds(tx, golferId)
    // Lock the tee times of all groups together, ordered by id, to avoid deadlocks.
    const leaving = { groupIds, golferId }
    await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeLeaving?.(ctx, tx, leaving, now))
    return {
      async leave() {
        for (const groupId of groupIds) await endMembership(ctx, tx, { groupId, golferId }, now)
      },
      async recheck() {
        if ((await data.listGroupIds(tx, golferId)).length > 0) {
          throw new Conflict(`Golfer ${golferId} joined a group while being deleted`)
        }
      },
    }
  },

  deleteData: data.deletePersonalRows,
}
