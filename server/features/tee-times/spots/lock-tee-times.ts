/** What other features need to change spots, several tee times at once, in a transaction of theirs. */
export { type LockedTeeTime, lockCardsShowing, lockTeeTimes, touchTeeTimes } from './store.ts'
