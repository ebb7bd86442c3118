import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number as people write it, in E.164 ('+14035550103'); without a country's code it is a North
 * American one. Null when it is none that could take a text.
 */
export function e164Of(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'CA')
  return parsed?.isPossible() ? parsed.number : null
}

/** Where texts go: elsewhere one may cost fifty times as much, to the gain of whoever asked for it. */
const TEXTED_COUNTRIES: ReadonlySet<CountryCode | undefined> = new Set<CountryCode>(['CA', 'US'])

/** +1 900 and the like. */
const DEAR_TYPES: ReadonlySet<string | undefined> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
])

/** Whether we text a number at all. '+1' alone says little: the Caribbean has it too. */
export function isTextedFromHere(number: string): boolean {
  const parsed = parsePhoneNumberFromString(number)
  return TEXTED_COUNTRIES.has(parsed?.country) && !DEAR_TYPES.has(parsed?.getType())
}
