/** The local time on the day before at which the evening reminder is sent. */
export const EVENING_REMINDER_AT = '18:00'
/** How long before tee-off the second reminder is sent. */
export const SOON_REMINDER_HOURS = 3
/** How many days before a trial ends the owner is notified. */
export const TRIAL_NOTICE_DAYS = [7, 1] as const
