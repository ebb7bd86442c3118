export { editorWithoutSession, type TeeTimeMember, teeTimeMemberWithoutSession } from './access.ts'
export { clearEnded, forgetLateWithdrawals } from './archive/clear-ended.ts'
export { archiveAll } from './archive-tee-times.ts'
export { describeCalendar } from './calendars/describe-calendar.ts'
export { calendarFileRoutes, calendarRoutes } from './calendars/routes.ts'
export { cardsOf } from './cards/read-cards.ts'
export { claimSpot, leaveSpot } from './claim-spot.ts'
export { callWithin } from './cut-offs/call-for-players.ts'
export { guardDeadlines } from './cut-offs/guard-deadlines.ts'
export { deadlineRoutes } from './cut-offs/routes.ts'
export { delayRoutes } from './delays/routes.ts'
export { teeTimeDelays } from './delays/schema.ts'
export { cardOf, guestsOf, listed } from './describe-card.ts'
export { editWithin } from './edit-tee-time.ts'
export { findOverlap } from './find-overlap.ts'
export { teeTimesGolferHooks } from './golfer-hooks.ts'
export { teeTimesGroupHooks } from './group-hooks.ts'
export { guestRoutes } from './guests/routes.ts'
export { lockCard } from './lock-card.ts'
export { postStandingTimes } from './recurring/post-due.ts'
export { standingTimeRoutes } from './recurring/routes.ts'
export { releaseHold } from './reservations/hold-spot.ts'
export { spotHoldRoutes } from './reservations/routes.ts'
export { roundFileRoutes, roundRoutes } from './rounds/routes.ts'
export { teeTimeRoutes } from './routes.ts'
export { standingWishRoutes } from './saved-alerts/routes.ts'
export { standingWishes } from './saved-alerts/schema.ts'
export {
  creatorNotices,
  isToCome,
  maxPlayers,
  openSpots,
  plays,
  spots,
  teeTimes,
  waitingList,
} from './schema.ts'
export { adoptZoneRules, recomputeInstants } from './time-zone-data/recompute-instants.ts'
export { moveHolds } from './waiting-lists/move-holds.ts'
export { waitingListRoutes } from './waiting-lists/routes.ts'
export { settleLines } from './waiting-lists/settle-lines.ts'
export { stopWaiting, waitForSpot } from './waiting-lists/wait-for-spot.ts'
