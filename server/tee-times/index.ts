export {
  authorizeEditorWithoutSession,
  authorizeTeeTimeMemberWithoutSession,
  type TeeTimeMember,
} from './access.ts'
export { clearEnded, purgeLateWithdrawals } from './archive/clear-ended.ts'
export { archiveTeeTimes } from './archive-tee-times.ts'
export { describeCalendar } from './calendars/describe-calendar.ts'
export { calendarFileRoutes, calendarRoutes } from './calendars/routes.ts'
export { cardsOf } from './cards/read-cards.ts'
export { claimSpot, leaveSpot } from './claim-spot.ts'
export { callWithin } from './cut-offs/call-for-players.ts'
export { remindOfCutOffs } from './cut-offs/remind-of-cut-offs.ts'
export { cutOffRoutes } from './cut-offs/routes.ts'
export { delayRoutes } from './delays/routes.ts'
export { teeTimeDelays } from './delays/schema.ts'
export { cardOf, guestsOf, listed } from './describe-card.ts'
export { editWithin } from './edit-tee-time.ts'
export { findOverlap } from './find-overlap.ts'
export { teeTimesGolferHooks } from './golfer-hooks.ts'
export { teeTimesGroupHooks } from './group-hooks.ts'
export { guestRoutes } from './guests/routes.ts'
export { lockCard } from './lock-card.ts'
export { postRecurringTeeTimes } from './recurring/post-due.ts'
export { recurringRoutes } from './recurring/routes.ts'
export { releaseReservation } from './reservations/reserve-spot.ts'
export { reservationRoutes } from './reservations/routes.ts'
export { roundFileRoutes, roundRoutes } from './rounds/routes.ts'
export { teeTimeRoutes } from './routes.ts'
export { savedAlertRoutes } from './saved-alerts/routes.ts'
export { savedAlerts } from './saved-alerts/schema.ts'
export {
  creatorNotices,
  isUpcoming,
  maxPlayers,
  openSpots,
  plays,
  spots,
  teeTimes,
  waitingList,
} from './schema.ts'
export { adoptZoneRules, recomputeInstants } from './time-zone-data/recompute-instants.ts'
export { waitingListRoutes } from './waiting-lists/routes.ts'
export { settleWaitingLists } from './waiting-lists/settle-waiting-lists.ts'
export { shortenReservations } from './waiting-lists/shorten-reservations.ts'
export { stopWaiting, waitForSpot } from './waiting-lists/wait-for-spot.ts'
