import { addJob } from '../../platform/jobs/store.ts'
import type { GolferHooks, GroupHooks } from '../../ports.ts'
import { readCalendar } from '../calendars/manage-calendar.ts'
import { deleteFeed } from '../calendars/store.ts'
import { settleSpots } from '../spots/change-spots.ts'
import { lockCardsShowing, lockTeeTimes, raiseCardVersions } from '../spots/store.ts'
import { keepLocalTimes } from '../time-zone-data/recompute-instants.ts'
import * as store from './store.ts'

export const teeTimesGolferHooks: GolferHooks = {
  async lockBeforeRenaming(tx, golferId) {
    await lockCardsShowing(tx, golferId)
  },

  async golferRenamed(tx, golferId) {
    // Lock the cards again: the golfer might have claimed another spot before the golfer's row was locked.
    await raiseCardVersions(tx, await lockCardsShowing(tx, golferId))
  },

  async exportData(tx, { golferId }, now) {
    return {
      teeTimes: await store.listPostedAndPlayed(tx, golferId),
      waiting: await store.listWaitingAndReservations(tx, golferId, now),
      waitingEvents: await store.listOwnWaitingEvents(tx, golferId),
      owedSpots: await store.listOwedSpots(tx, golferId, now),
      lateNotices: await store.listOwnLateNotices(tx, golferId),
      recurringTeeTimes: await store.listOwnRecurring(tx, golferId),
      savedAlerts: await store.listOwnSavedAlerts(tx, golferId),
      calendar: await readCalendar(tx, golferId),
    }
  },

  async lockBeforeDeletion(_, tx, golferId) {
    const cardIds = await lockCardsShowing(tx, golferId)
    // Leaving all groups raises the versions of most of these cards. But cards of recent rounds, and those
    // with a spot that the golfer owes, change only when the golfer's data and name are removed.
    // `golferDeleted` runs right after that.
    return { golferDeleted: () => raiseCardVersions(tx, cardIds) }
  },

  async deleteData(tx, { golferId }) {
    await store.clearOwedSpots(tx, golferId)
    await deleteFeed(tx, golferId)
  },
}

export const teeTimesGroupHooks: GroupHooks = {
  findNextOpen: store.findNextOpen,

  async lockBeforeJoining(tx, joining) {
    const postedIds = await store.lockTeeTimesWhere(tx, store.isListedPost(joining))
    // Until now, these cards showed that their creator had left the group.
    return { memberJoined: () => raiseCardVersions(tx, postedIds) }
  },

  async lockBeforeLeaving(ctx, tx, leaving, now) {
    const { golferId } = leaving
    const lockedIds = await store.lockTeeTimesWhere(tx, store.isChangedByLeaving(leaving, now))
    let teeTimes: Awaited<ReturnType<typeof store.listTeeTimesChangedByLeaving>> = []
    return {
      async hasLockedAll(savepoint, groupId) {
        const membership = { groupIds: [groupId], golferId }
        teeTimes = await store.listTeeTimesChangedByLeaving(savepoint, membership, now)
        return teeTimes.every(({ id }) => lockedIds.includes(id))
      },
      async memberLeaving() {
        const idsWithSpot = teeTimes.filter(({ hasSpot }) => hasSpot).map(({ id }) => id)
        for (const sheet of await lockTeeTimes(tx, idsWithSpot, now)) {
          sheet.endExpired()
          sheet.removeGolfer(golferId)
          await settleSpots(ctx, tx, sheet)
        }
      },
      memberLeft() {
        const postedIds = teeTimes.filter(({ isCreator }) => isCreator).map(({ id }) => id)
        return raiseCardVersions(tx, postedIds)
      },
    }
  },

  async lockBeforeZoneChange(ctx, tx, groupId) {
    const lockedIds = await store.lockTeeTimesWhere(tx, store.isListedIn(groupId))
    return {
      async hasLockedAll(savepoint) {
        const listed = await store.selectTeeTimeIds(savepoint, store.isListedIn(groupId))
        return listed.every(({ id }) => lockedIds.includes(id))
      },
      async zoneChanged({ timeZone: zone, by }, now) {
        const sheets = await lockTeeTimes(tx, lockedIds, now)
        const teeTimeIds = await keepLocalTimes(ctx, tx, sheets)
        if (teeTimeIds.length > 0) await addJob(tx, 'notify_moved', { teeTimeIds, by, zone })
      },
    }
  },

  purgeBatch: store.deleteSomeTeeTimesOf,
  lockBeforePurge: store.lockAllTeeTimesOf,
}
