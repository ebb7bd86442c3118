import * as z from 'zod/mini'
import { enumOfKeys } from './fields.ts'

export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  WRONG_PASSWORD: 400,
  WRONG_CODE: 400,
  UNAUTHENTICATED: 401,
  LOGIN_FAILED: 401,
  SIGN_IN_CODE_REQUIRED: 401,
  SUBSCRIPTION_REQUIRED: 402,
  FORBIDDEN: 403,
  IDENTITY_MISMATCH: 403,
  SIGN_IN_CODE_FIRST: 403,
  NOT_A_MEMBER: 403,
  GROUP_INACTIVE: 403,
  NOT_FOUND: 404,
  LINK_INVALID: 404,
  TOO_EARLY: 404,
  WEATHER_UNAVAILABLE: 404,
  FULL: 409,
  NOT_FULL: 409,
  ALREADY_IN: 409,
  LINE_FULL: 409,
  NOT_PLAYING: 409,
  NO_MORE_GUESTS: 409,
  TOO_MANY: 409,
  TEE_TIME_PAST: 409,
  NOT_NOW: 409,
  OVERLAPS: 409,
  SPOTS_TAKEN: 409,
  SLUG_TAKEN: 409,
  ALREADY_MEMBER: 409,
  ALREADY_INVITED: 409,
  NOT_YET: 409,
  NOT_ELIGIBLE: 409,
  OWNER_CANNOT_LEAVE: 409,
  USER_OWNS_GROUPS: 409,
  REQUEST_DECIDED: 409,
  NOT_FAILED: 409,
  OUT_OF_DATE: 409,
  PAYMENTS_OFF: 409,
  ALREADY_SUBSCRIBED: 409,
  PAYMENT_PROCESSING: 409,
  NOTHING_TO_MANAGE: 409,
  CARD_DECLINED: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  WRONG_HOST: 421,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  /** The database connection was lost during the commit, so the change may or may not have been made. */
  OUTCOME_UNKNOWN: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** `fields` maps the path of each invalid input field to a message. */
export const errorBody = z.looseObject({
  message: z.string(),
  code: enumOfKeys(ERROR_STATUS),
  fields: z.optional(z.record(z.string(), z.string())),
})

export type ErrorBody = z.output<typeof errorBody>
