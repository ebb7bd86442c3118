/*
 * Business constants of the specification's section 9, the limits of section 5, and what more than one
 * feature keeps to. What is one feature's alone stands in that feature's file.
 */
export const PRICE = '$39.95'
export const PRICE_MONTHS = 6
/** The price in the smallest unit of its currency: what a payment is checked against. */
export const PRICE_CENTS = 3_995
export const PRICE_CURRENCY = 'usd'
/** A group whose subscription goes on can be used so long after a payment fails to come. */
export const GRACE_DAYS = 7
/** How many months of revenue super admins are shown, this one among them. */
export const REVENUE_MONTHS = 12
export const DEFAULT_MAX_PLAYERS = 4
export const MAX_PLAYERS = 8
export const TEE_TIME_COST = 0
/** A course's cut-off lies so many hours before tee-off at least, and at most: a week. */
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
/** Groups that one golfer may own: nobody needs as many, and whoever makes more is no golfer. */
export const MAX_OWNED_GROUPS = 20
/**
 * Upcoming tee times that one golfer may have posted in a group: ten recurring ones, four weeks ahead,
 * and sixty more. And all that a group may have, which is what its list holds at most.
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
/** With so many days left or fewer, the end of a trial is a warning: red. */
export const TRIAL_WARNING_DAYS = 7
/** In the admin's list, so many days left or fewer are orange. */
export const EXPIRY_SOON_DAYS = 30
/** How long a link to set a password works. */
export const WELCOME_LINK_DAYS = 7
/** How long a link to set a new password works, which was asked for with 'Forgot password?'. */
export const RESET_LINK_MINUTES = 60
/** How long a group's invite link works. */
export const INVITE_LINK_DAYS = 14
/** The dashboard looks so many days ahead for open spots, today included. */
export const OPEN_SPOT_DAYS = 7
/** Rows of a table in one answer, unless asked for otherwise; and at most. */
export const PAGE_ROWS = 50
export const MAX_PAGE_ROWS = 100
/** A search in a long table finds so many rows at most: whoever finds more looks for too little. */
export const MAX_FOUND_ROWS = 10_000
/**
 * Texts on a day (UTC). For a group: fifty members with eight each, which is a weekend that a busy
 * group posts, fills and reshuffles. In all: a few dozen such groups; a day at the cap costs about
 * what two subscriptions bring, so that whatever goes wrong is noticed before it is dear. To a number:
 * more than anybody reads. Beyond them email carries the rest.
 */
export const TEXTS_A_DAY_FOR_GROUP = 400
export const TEXTS_A_DAY = 5_000
export const TEXTS_A_DAY_FOR_NUMBER = 40
/** How long the ledger of messages is kept. */
export const DELIVERIES_KEPT_DAYS = 90
