/*
 * Business constants from section 9 of the specification, the limits from section 5, and constants that
 * several features share. A constant of a single feature is in that feature's file.
 */
export const PRICE = '$39.95'
export const PRICE_MONTHS = 6
/** The price in the smallest unit of its currency. Payments are checked against it. */
export const PRICE_CENTS = 3_995
export const PRICE_CURRENCY = 'usd'
/** How long a group whose subscription renews stays usable when a payment does not arrive. */
export const GRACE_DAYS = 7
/** How many months of revenue super admins see, including this one. */
export const REVENUE_MONTHS = 12
export const DEFAULT_MAX_PLAYERS = 4
export const MAX_PLAYERS = 8
export const TEE_TIME_COST = 0
/** The fewest and the most hours between a course's cut-off and tee-off: from one hour to a week. */
export const MIN_CANCEL_HOURS = 1
export const MAX_CANCEL_HOURS = 168
/** The most guests that a group may let each of its players bring. */
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
 * The most upcoming tee times that one golfer may have posted in a group: ten recurring ones, four weeks
 * ahead, and sixty more. The limit below is for all of a group's golfers, and also limits the group's list.
 */
export const MAX_POSTED_BY_GOLFER = 100
export const MAX_POSTED_IN_GROUP = 200
export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 30
export const DEFAULT_LOCATION = 'Calgary, Alberta'
export const DEFAULT_TIME_ZONE = 'America/Edmonton'
/** A card stays visible this long after tee-off. */
export const HOURS_VISIBLE_AFTER_TEE_OFF = 4
/** Open-Meteo forecasts today and the 15 days after it. */
export const FORECAST_DAYS = 16
/** With this many days left or fewer, the end of a trial is shown as a warning, in red. */
export const TRIAL_WARNING_DAYS = 7
/** In the admin's list, this many days left or fewer are shown in orange. */
export const EXPIRY_SOON_DAYS = 30
/** How long a link to set a password works. */
export const WELCOME_LINK_DAYS = 7
/** How long a link from 'Forgot password?' works. */
export const RESET_LINK_MINUTES = 60
/** How long a group's invite link works. */
export const INVITE_LINK_DAYS = 14
/** How many days an owner sees the checklist for starting a new group. */
export const SETUP_DAYS = 14
/** How many days ahead the dashboard looks for open spots, including today. */
export const OPEN_SPOT_DAYS = 7
/** Rows per page of a table: the default, and the most a client can ask for. */
export const PAGE_ROWS = 50
export const MAX_PAGE_ROWS = 100
/** The most rows that a search in a long table finds. A search with more results is too broad. */
export const MAX_FOUND_ROWS = 10_000
/**
 * The most texts per day (UTC). For a group: eight for each of fifty members, enough for a busy group to
 * post, fill and reshuffle a weekend. In total: a few dozen such groups. A day at the cap costs about what
 * two subscriptions bring in, so a fault is noticed before it gets expensive. To a number: more than
 * anybody reads. Beyond these limits, messages go by email.
 */
export const TEXTS_A_DAY_FOR_GROUP = 400
export const TEXTS_A_DAY = 5_000
export const TEXTS_A_DAY_FOR_NUMBER = 40
/** How long the delivery log is kept. */
export const DELIVERIES_KEPT_DAYS = 90
