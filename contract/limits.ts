// Constants from sections 5 and 9 of the specification, and those that several features share.
export const PRICE = '$39.95'
export const PRICE_MONTHS = 6
export const PRICE_CENTS = 3_995
export const PRICE_CURRENCY = 'usd'
/** How long a group can still be used if a renewal payment is late. */
export const GRACE_DAYS = 7
export const REVENUE_MONTHS = 12
export const DEFAULT_MAX_PLAYERS = 4
export const MAX_PLAYERS = 8
export const TEE_TIME_COST = 0
/** The limits of a cut-off, in hours before tee-off. */
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
/** Per golfer. No golfer needs this many; the limit stops abuse. */
export const MAX_OWNED_GROUPS = 20
/**
 * The most upcoming tee times in a group. The limit for one golfer allows for ten weekly tee times, each
 * posted four weeks ahead, and sixty more.
 */
export const MAX_POSTED_BY_GOLFER = 100
export const MAX_POSTED_IN_GROUP = 200
export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 30
export const DEFAULT_LOCATION = 'Calgary, Alberta'
export const DEFAULT_TIME_ZONE = 'America/Edmonton'
export const HOURS_VISIBLE_AFTER_TEE_OFF = 4
/** Open-Meteo forecasts today and the 15 days after it. */
export const FORECAST_DAYS = 16
/** From this many days before the end of a trial, the end is shown in red. */
export const TRIAL_WARNING_DAYS = 7
/** From this many days before a group expires, super admins see the date in orange. */
export const EXPIRY_SOON_DAYS = 30
/** How long a link to start a group, or to set up an account, works. */
export const WELCOME_LINK_DAYS = 7
/** For links from 'Forgot Password?'. */
export const RESET_LINK_MINUTES = 60
export const INVITE_LINK_DAYS = 14
/** An invitation can be accepted for this many days after it was last sent. */
export const INVITATION_DAYS = 30
/** An invitation is deleted this many days after it expired, or was answered or withdrawn. */
export const INVITATION_KEPT_DAYS = 30
/** A request to join a group is deleted this many days after it was answered. */
export const JOIN_REQUEST_KEPT_DAYS = 30
export const SETUP_DAYS = 14
/** The dashboard lists open spots for this many days, including today. */
export const OPEN_SPOT_DAYS = 7
/** Rows per page: the default, and the most a client can ask for. */
export const PAGE_ROWS = 50
export const MAX_PAGE_ROWS = 100
/** A search in a long table stops counting at this many rows. */
export const MAX_FOUND_ROWS = 10_000
/**
 * The most texts per day (UTC). Beyond these limits, messages go by email.
 * - For a group: eight for each of fifty members. A busy group can post, fill and rearrange a weekend.
 * - In total: enough for a dozen groups at their limit. A day at this limit costs about what two
 *   subscriptions earn, so that a fault is noticed before it gets expensive.
 * - To one number: more than any golfer reads.
 */
export const MAX_TEXTS_PER_DAY_FOR_GROUP = 400
export const MAX_TEXTS_PER_DAY = 5_000
export const MAX_TEXTS_PER_DAY_TO_NUMBER = 40
export const DELIVERIES_KEPT_DAYS = 90
