import type { GolferHooks } from '../ports.ts'
import { readCalendar } from './calendars/manage-feed.ts'
import { readOwedSpots } from './cut-offs/read-owed-spots.ts'
import { deleteCalendar, forgiveSpotsOwed, listRounds } from './golfer-data/store.ts'
import { readOwnRecurringTeeTimes } from './recurring/manage-recurring.ts'
import { readOwnSavedAlerts } from './saved-alerts/manage-saved-alerts.ts'
import { lockCardsShowing, touchTeeTimes } from './spots/store.ts'
import { readOwnWaiting } from './waiting-lists/read-own-waiting.ts'

/** Updates, exports and deletes a golfer's part in tee times. */
export const teeTimesGolferHooks: GolferHooks = {
  async lockBeforeRenaming(tx, golferId) {
    await lockCardsShowing(tx, golferId)
  },

  async golferRenamed(tx, golferId) {
    // Again: before the golfer was locked, they may have claimed a spot under the old name.
    await touchTeeTimes(tx, await lockCardsShowing(tx, golferId))
  },

  async exportData(tx, golfer, now) {
    return {
      teeTimes: await listRounds(tx, golfer.golferId),
      ...(await readOwnWaiting(tx, golfer, now)),
      owedSpots: await readOwedSpots(tx, golfer, now),
      recurringTeeTimes: await readOwnRecurringTeeTimes(tx, golfer),
      savedAlerts: await readOwnSavedAlerts(tx, golfer),
      calendar: await readCalendar(tx, golfer),
    }
  },

  async lockBeforeDeletion(_, tx, golferId) {
    const shown = await lockCardsShowing(tx, golferId)
    return {
      // Cards of recent rounds show the name, and cards of former groups show what the golfer owed.
      golferDeleted: () => touchTeeTimes(tx, shown),
    }
  },

  async deleteData(tx, { golferId }) {
    await forgiveSpotsOwed(tx, golferId)
    await deleteCalendar(tx, golferId)
  },
}
