/** LIST tells the open times of so many days, today included. */
export const LIST_DAYS = 7
/** How many tee times a list tells. */
export const LIST_LENGTH = 5
/** How many minutes '1' or '2' chooses from the list that was sent. */
export const LIST_MINUTES = 10
/** How many hours IN without a number means the alert that was sent. */
export const ALERT_HOURS = 12
/** Answers to one number in an hour; more than that is no golfer. STOP and START always take effect. */
export const ANSWERS_AN_HOUR = 20
/** Beyond those, answers to STOP, START and HELP in an hour: carriers require them. */
export const KEYWORD_ANSWERS_AN_HOUR = 6
/** The longest text that is read: ten parts. */
export const MAX_TEXT_LENGTH = 1_600
