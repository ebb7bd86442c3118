import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Converts a phone number as people write it to E.164 ('+14035550103'). A number without a country code
 * is taken as North American. Returns null for text that is not a possible phone number.
 */
export function e164Of(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'CA')
  return parsed?.isPossible() ? parsed.number : null
}

/** The countries we text. Elsewhere a text may cost fifty times as much, and scammers may get a share. */
const TEXTED_COUNTRIES: ReadonlySet<CountryCode | undefined> = new Set<CountryCode>(['CA', 'US'])

/** Types of expensive numbers, such as +1 900. */
const EXPENSIVE_TYPES: ReadonlySet<string | undefined> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
])

/** Returns whether we text a number at all. '+1' is not enough: Caribbean countries share it. */
export function canText(number: string): boolean {
  const parsed = parsePhoneNumberFromString(number)
  return TEXTED_COUNTRIES.has(parsed?.country) && !EXPENSIVE_TYPES.has(parsed?.getType())
}
