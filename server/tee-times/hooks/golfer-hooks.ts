import type { GolferHooks } from '../../ports.ts'
import { readCalendar } from '../calendars/manage-calendar.ts'
import { deleteFeed } from '../calendars/store.ts'
import { lockCardsShowing, touchTeeTimes } from '../spots/store.ts'
import {
  forgiveSpotsOwed,
  listOwedSpots,
  listOwnEvents,
  listOwnPlaces,
  listOwnRecurring,
  listOwnReservations,
  listOwnSavedAlerts,
  listRounds,
} from './store.ts'

/** Updates, exports and deletes a golfer's part in tee times. */
export const teeTimesGolferHooks: GolferHooks = {
  async lockBeforeRenaming(tx, golferId) {
    await lockCardsShowing(tx, golferId)
  },

  async golferRenamed(tx, golferId) {
    // Lock again, because the golfer may have claimed a spot under the old name before being locked.
    await touchTeeTimes(tx, await lockCardsShowing(tx, golferId))
  },

  async exportData(tx, { golferId }, now) {
    return {
      teeTimes: await listRounds(tx, golferId),
      waiting: [
        ...(await listOwnPlaces(tx, golferId, now)),
        ...(await listOwnReservations(tx, golferId, now)),
      ],
      waitingEvents: await listOwnEvents(tx, golferId),
      owedSpots: await listOwedSpots(tx, golferId, now),
      recurringTeeTimes: await listOwnRecurring(tx, golferId),
      savedAlerts: await listOwnSavedAlerts(tx, golferId),
      calendar: await readCalendar(tx, golferId),
    }
  },

  async lockBeforeDeletion(_, tx, golferId) {
    const shown = await lockCardsShowing(tx, golferId)
    // Cards of recent rounds show the name, and cards of former groups show what the golfer owed.
    return { golferDeleted: () => touchTeeTimes(tx, shown) }
  },

  async deleteData(tx, { golferId }) {
    await forgiveSpotsOwed(tx, golferId)
    await deleteFeed(tx, golferId)
  },
}
