export {
  authorizeEditorWithoutSession,
  authorizeTeeTimeMemberWithoutSession,
  type TeeTimeMember,
} from './access.ts'
export { archiveTeeTimes, clearDataOfEndedTeeTimes } from './archive/archive-tee-times.ts'
export { clearOldOwedSpots } from './archive/store.ts'
export {
  cardLinkOf,
  describeCalendar,
  describeGuests,
  joinNames,
} from './calendars/describe-calendar.ts'
export { lockCard, readCachedCards } from './cards/store.ts'
export { claimSpot, leaveSpot } from './claim-spot.ts'
export { callForPlayers } from './cut-offs/call-for-players.ts'
export { remindOfCutOffs } from './cut-offs/remind-of-cut-offs.ts'
export { editTeeTime } from './edit-tee-time.ts'
export { teeTimesGolferHooks, teeTimesGroupHooks } from './hooks/hooks.ts'
export { postRecurringTeeTimes } from './recurring/post-due.ts'
export { releaseReservation } from './reserve-spot.ts'
export { teeTimeRoutes } from './routes.ts'
export {
  creatorNotices,
  guestCount,
  isListedAfter,
  isPlayerIn,
  isUpcoming,
  keepsNumberAt,
  maxPlayers,
  openSpotCount,
  playerList,
  savedAlerts,
  spots,
  teeTimeDelays,
  teeTimes,
  waitingList,
} from './schema.ts'
export { settleWaitingLists, shortenOffersAndReservations } from './spots/settle-waiting-lists.ts'
export { findOverlap, raiseVersions } from './store.ts'
export { adoptZoneRules, recomputeInstants } from './time-zone-data/recompute-instants.ts'
export { joinWaitingList, leaveWaitingList } from './wait-for-spot.ts'
