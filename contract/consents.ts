import * as z from 'zod/mini'

/**
 * A golfer's status for texts: never agreed; agreed; sent STOP from that number, which only a START
 * from it undoes; or the number cannot receive texts.
 */
export const textConsentStatus = z.enum(['none', 'on', 'stopped', 'unreachable'])
export type TextConsentStatus = z.output<typeof textConsentStatus>

/** The wording beside the checkbox, stored with each consent. */
export const CONSENT_WORDING =
  'I agree to get texts from Fourball about tee times and my account at this number. How many depends on my groups. Message and data rates may apply. Reply STOP to end, HELP for help. Consent is not a condition of using Fourball.'

/** A number gets at most one opt-in request within this many hours. */
export const OPT_IN_EVERY_HOURS = 24
