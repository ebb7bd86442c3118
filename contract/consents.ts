import * as z from 'zod/mini'

/**
 * Where a golfer stands with texts: never agreed; agreed; said STOP from that number, which only a
 * START from it undoes; or the number takes no texts.
 */
export const textStanding = z.enum(['none', 'on', 'stopped', 'unreachable'])
export type TextStanding = z.output<typeof textStanding>

/** The wording beside the box; the ledger keeps it with each consent. */
export const CONSENT_WORDING =
  'I agree to get texts from Fourball about tee times and my account at this number. How many depends on my groups. Message and data rates may apply. Reply STOP to end, HELP for help. Consent is not a condition of using Fourball.'

/** One opt-in request for a number in so many hours. */
export const OPT_IN_EVERY_HOURS = 24
