/** What other code needs to change the spots of several tee times in their own transaction. */
export { type LockedTeeTime, lockCardsShowing, lockTeeTimes, touchTeeTimes } from './store.ts'
