import type { GolferHooks } from '../../ports.ts'
import { readCalendar } from '../calendars/manage-calendar.ts'
import { deleteFeed } from '../calendars/store.ts'
import { lockCardsShowing, raiseCardVersions } from '../spots/store.ts'
import {
  clearOwedSpots,
  listOwedSpots,
  listOwnEvents,
  listOwnPlaces,
  listOwnRecurring,
  listOwnSavedAlerts,
  listReservationsFor,
  listRounds,
} from './store.ts'

/** Updates, exports and deletes a golfer's data about tee times. */
export const teeTimesGolferHooks: GolferHooks = {
  async lockBeforeRenaming(tx, golferId) {
    await lockCardsShowing(tx, golferId)
  },

  async golferRenamed(tx, golferId) {
    // Lock the cards again, because the golfer might have claimed another spot before the golfer was locked.
    await raiseCardVersions(tx, await lockCardsShowing(tx, golferId))
  },

  async exportData(tx, { golferId }, now) {
    return {
      teeTimes: await listRounds(tx, golferId),
      waiting: [
        ...(await listOwnPlaces(tx, golferId, now)),
        ...(await listReservationsFor(tx, golferId, now)),
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
    // Some cards still show the golfer: recent rounds by name, and tee times in which the golfer owes a spot.
    return { golferDeleted: () => raiseCardVersions(tx, shown) }
  },

  async deleteData(tx, { golferId }) {
    await clearOwedSpots(tx, golferId)
    await deleteFeed(tx, golferId)
  },
}
