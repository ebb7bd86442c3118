import type { GolferHooks } from '../../ports.ts'
import { readCalendar } from '../calendars/manage-calendar.ts'
import { deleteFeed } from '../calendars/store.ts'
import { lockCardsShowing, raiseCardVersions } from '../spots/store.ts'
import * as store from './store.ts'

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
      teeTimes: await store.listRounds(tx, golferId),
      waiting: [
        ...(await store.listOwnPlaces(tx, golferId, now)),
        ...(await store.listReservationsFor(tx, golferId, now)),
      ],
      waitingEvents: await store.listOwnEvents(tx, golferId),
      owedSpots: await store.listOwedSpots(tx, golferId, now),
      recurringTeeTimes: await store.listOwnRecurring(tx, golferId),
      savedAlerts: await store.listOwnSavedAlerts(tx, golferId),
      calendar: await readCalendar(tx, golferId),
    }
  },

  async lockBeforeDeletion(_, tx, golferId) {
    const shown = await lockCardsShowing(tx, golferId)
    // Some cards still show the golfer: recent rounds by name, and tee times in which the golfer owes a spot.
    return { golferDeleted: () => raiseCardVersions(tx, shown) }
  },

  async deleteData(tx, { golferId }) {
    await store.clearOwedSpots(tx, golferId)
    await deleteFeed(tx, golferId)
  },
}
