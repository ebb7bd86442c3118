/** Business constants of the specification's section 9, and the limits of section 5. */
export const DEFAULT_MAX_PLAYERS = 4
export const MAX_PLAYERS = 8
export const TEE_TIME_COST = 0
export const MAX_COURSE_LENGTH = 100
export const MAX_NOTES_LENGTH = 500
export const MAX_DAYS_AHEAD = 731
export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128
export const MIN_PHONE_LENGTH = 10
export const MAX_PHONE_LENGTH = 30
export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 30
export const DEFAULT_LOCATION = 'Calgary, Alberta'
export const DEFAULT_TIME_ZONE = 'America/Edmonton'
/** A card stays visible this long after tee-off. */
export const HOURS_VISIBLE_AFTER_TEE_OFF = 4
/** Open-Meteo forecasts today and the 15 days after it. */
export const FORECAST_DAYS = 16
