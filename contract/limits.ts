// Constants from sections 5 and 9 of the specification, and constants that several features share.
export const PRICE = '$39.95'
export const PRICE_MONTHS = 6
export const PRICE_CENTS = 3_995
export const PRICE_CURRENCY = 'usd'
/** If a renewal payment is late, the group stays usable for this many days. */
export const GRACE_DAYS = 7
export const REVENUE_MONTHS = 12
export const DEFAULT_MAX_PLAYERS = 4
export const MAX_PLAYERS = 8
export const TEE_TIME_COST = 0
export const MIN_CANCEL_HOURS = 1
export const MAX_CANCEL_HOURS = 168
/** Per player. */
export const MAX_GUESTS = 3
export const MAX_COURSE_LENGTH = 100
export const MAX_NOTES_LENGTH = 500
export const MAX_DAYS_AHEAD = 731
export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 128
export const MIN_PHONE_LENGTH = 10
export const MAX_PHONE_LENGTH = 30
export const MIN_NAME_LENGTH = 2
export const MAX_NAME_LENGTH = 100
export const MIN_GROUP_NAME_LENGTH = 2
export const MAX_GROUP_NAME_LENGTH = 50
export const MAX_DESCRIPTION_LENGTH = 200
export const MAX_HOME_PLACE_LENGTH = 100
/** Per golfer. Nobody needs this many groups. The limit only stops abuse. */
export const MAX_OWNED_GROUPS = 20
/**
 * How many upcoming tee times a group can have, by one golfer and in total. Ten weekly tee times, each posted
 * four weeks ahead, are 40 of a golfer's 100.
 */
export const MAX_POSTED_BY_GOLFER = 100
export const MAX_POSTED_IN_GROUP = 200
export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 30
export const DEFAULT_LOCATION = 'Calgary, Alberta'
export const DEFAULT_TIME_ZONE = 'America/Edmonton'
export const HOURS_VISIBLE_AFTER_TEE_OFF = 4
/** Open-Meteo has forecasts for today and the next 15 days. */
export const FORECAST_DAYS = 16
/** From this many days before a group's trial or paid time ends, the app shows the end as a warning. */
export const EXPIRY_WARNING_DAYS = 7
/** From this many days before a group expires, super admins see the time left in orange. */
export const EXPIRY_SOON_DAYS = 30
/** An emailed link that starts a group or sets up an account expires after this many days. */
export const WELCOME_LINK_DAYS = 7
/** A link from 'Forgot Password?' expires after this many minutes. */
export const RESET_LINK_MINUTES = 60
export const INVITE_LINK_DAYS = 14
/** An invitation expires this many days after it was last sent. */
export const INVITATION_DAYS = 30
/** A past invitation is deleted this many days after it expired, or after someone answered or withdrew it. */
export const INVITATION_KEPT_DAYS = 30
/** Answered join requests and ended invite links are deleted after this many days. */
export const JOIN_REQUEST_KEPT_DAYS = 30
export const SETUP_CHECKLIST_DAYS = 14
/** The dashboard lists open spots of this many days, including today. */
export const OPEN_SPOT_DAYS = 7
export const PAGE_ROWS = 50
export const MAX_PAGE_ROWS = 100
/** A search in a super admin's table counts at most this many rows. */
export const MAX_FOUND_ROWS = 10_000
/**
 * The most texts per day (UTC). Above these limits, messages go by email. The group's limit is eight texts
 * for each of fifty members. A day at the total limit costs about what two subscriptions earn.
 */
export const MAX_TEXTS_PER_DAY_FOR_GROUP = 400
export const MAX_TEXTS_PER_DAY = 5_000
export const MAX_TEXTS_PER_DAY_TO_NUMBER = 40
export const DELIVERIES_KEPT_DAYS = 90

export const AUDIT_ENTRIES_KEPT_DAYS = 730
