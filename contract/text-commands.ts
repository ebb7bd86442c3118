/** How many days of open tee times LIST covers, including today. */
export const LIST_DAYS = 7
/** The most tee times in a list. */
export const LIST_LENGTH = 5
/** For how many minutes '1' or '2' chooses from the list that was sent. */
export const LIST_MINUTES = 10
/** For how many hours IN without a number refers to the alert that was sent. */
export const ALERT_HOURS = 12
/** The most answers to a number in an hour; no golfer needs more. STOP and START always take effect. */
export const ANSWERS_AN_HOUR = 20
/** Beyond that limit, the most answers to STOP, START and HELP in an hour: carriers require answers. */
export const KEYWORD_ANSWERS_AN_HOUR = 6
/** The longest text that is read, in characters: ten segments. */
export const MAX_TEXT_LENGTH = 1_600
