import { createRequire } from 'node:module'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'

const load = createRequire(import.meta.url)

/** Loads the package on first use: its tables take 8 MB of memory. */
function parsePhoneNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  const library: typeof import('libphonenumber-js/max') = load('libphonenumber-js/max')
  return library.parsePhoneNumberFromString(text, country)
}

/**
 * Converts a phone number as people write it to E.164 ('+14035550103'). A number without a country code
 * is taken as North American. Returns null for text that is not a possible phone number.
 */
export function e164Of(phone: string): string | null {
  const parsed = parsePhoneNumber(phone, 'CA')
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
  const parsed = parsePhoneNumber(number)
  return TEXTED_COUNTRIES.has(parsed?.country) && !EXPENSIVE_TYPES.has(parsed?.getType())
}
