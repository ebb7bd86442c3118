/** LIST tells the open times of so many days, today included. */
export const LIST_DAYS = 7
/** How many tee times a list tells. */
export const LIST_LENGTH = 5
/** How long '1' or '2' chooses from the list that was sent, and IN means the alert that was sent. */
export const LIST_HOURS = 12
/** Answers to one number in an hour; more than that is no golfer. STOP is always heard. */
export const ANSWERS_AN_HOUR = 20
/** The longest text that is read: ten parts. */
export const MAX_TEXT_LENGTH = 1_600
