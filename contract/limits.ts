/*
 * Business constants from section 9 of the specification, the limits from section 5, and constants that
 * several features share. Constants that only one feature uses are in the files of that feature.
 */
export const PRICE = '$39.95'
export const PRICE_MONTHS = 6
/** The price in the smallest unit of its currency. Payments are checked against it. */
export const PRICE_CENTS = 3_995
export const PRICE_CURRENCY = 'usd'
/** If a renewal payment is late, the group can still be used for this many days. */
export const GRACE_DAYS = 7
/** How many months of revenue super admins see, including the current month. */
export const REVENUE_MONTHS = 12
export const DEFAULT_MAX_PLAYERS = 4
export const MAX_PLAYERS = 8
export const TEE_TIME_COST = 0
/** The minimum and maximum hours between a course's cut-off and tee-off: one hour and one week. */
export const MIN_CANCEL_HOURS = 1
export const MAX_CANCEL_HOURS = 168
/** The most guests that a group can allow each player. */
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
/** The most groups that one golfer may own. No golfer needs this many; the limit stops abuse. */
export const MAX_OWNED_GROUPS = 20
/**
 * The most upcoming tee times that a group may have: posted by one golfer, and in total. The limit for one
 * golfer allows for ten weekly tee times, each posted four weeks ahead, and sixty more. The total also limits
 * the length of the group's list.
 */
export const MAX_POSTED_BY_GOLFER = 100
export const MAX_POSTED_IN_GROUP = 200
export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 30
export const DEFAULT_LOCATION = 'Calgary, Alberta'
export const DEFAULT_TIME_ZONE = 'America/Edmonton'
/** A card stays visible for this many hours after tee-off. */
export const HOURS_VISIBLE_AFTER_TEE_OFF = 4
/** Open-Meteo forecasts today and the 15 days after it. */
export const FORECAST_DAYS = 16
/** With this many days left or fewer, the end of a trial is shown as a warning, in red. */
export const TRIAL_WARNING_DAYS = 7
/** In the super admins' list of groups, this many days left or fewer are shown in orange. */
export const EXPIRY_SOON_DAYS = 30
/** How long a link to start a group, or to set up an account, works. */
export const WELCOME_LINK_DAYS = 7
/** How long a link from 'Forgot Password?' works. */
export const RESET_LINK_MINUTES = 60
/** How long a group's invite link works. */
export const INVITE_LINK_DAYS = 14
/** An invitation can be accepted for this many days after it was last sent. */
export const INVITATION_DAYS = 30
/** An invitation is deleted this many days after it expired, or was answered or withdrawn. */
export const INVITATION_KEPT_DAYS = 30
/** The owner of a new group sees the setup checklist for this many days. */
export const SETUP_DAYS = 14
/** The dashboard lists open spots for this many days, including today. */
export const OPEN_SPOT_DAYS = 7
/** Rows per page of a table: the default, and the most a client can ask for. */
export const PAGE_ROWS = 50
export const MAX_PAGE_ROWS = 100
/** A search in a long table stops counting at this many rows. A search with more results is too broad. */
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
/** The delivery log is kept for this many days. */
export const DELIVERIES_KEPT_DAYS = 90
