/** The evening reminder leaves at this local time of the day before. */
export const EVENING_REMINDER_AT = '18:00'
/** The second reminder leaves so long before tee-off. */
export const SOON_REMINDER_HOURS = 3
/** The owner is told so many days before a trial ends. */
export const TRIAL_NOTICE_DAYS = [7, 1] as const
