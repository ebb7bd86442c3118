export {
  authorizeEditorWithoutSession,
  authorizeTeeTimeMemberWithoutSession,
  type TeeTimeMember,
} from './access.ts'
export { archiveTeeTimes, clearEnded, purgeLateWithdrawals } from './archive/archive-tee-times.ts'
export { cardOf, describeCalendar, describeGuests, listed } from './calendars/describe-calendar.ts'
export { calendarFileRoutes, calendarRoutes } from './calendars/routes.ts'
export { cardsOf, lockCard } from './cards/store.ts'
export { findOverlap } from './check-start.ts'
export { claimSpot, leaveSpot } from './claim-spot.ts'
export { callWithin } from './cut-offs/call-for-players.ts'
export { remindOfCutOffs } from './cut-offs/remind-of-cut-offs.ts'
export { editWithin } from './edit-tee-time.ts'
export { teeTimesGolferHooks } from './hooks/golfer-hooks.ts'
export { teeTimesGroupHooks } from './hooks/group-hooks.ts'
export { postRecurringTeeTimes } from './recurring/post-due.ts'
export { releaseReservation } from './reserve-spot.ts'
export { roundFileRoutes, roundRoutes, teeTimeRoutes } from './routes.ts'
export {
  creatorNotices,
  guestCount,
  isUpcoming,
  maxPlayers,
  openSpots,
  playersOf,
  plays,
  savedAlerts,
  spots,
  teeTimeDelays,
  teeTimes,
  waitingList,
} from './schema.ts'
export { settleWaitingLists, shortenReservations } from './spots/settle-waiting-lists.ts'
export { adoptZoneRules, recomputeInstants } from './time-zone-data/recompute-instants.ts'
export { joinWaitingList, leaveWaitingList } from './wait-for-spot.ts'
