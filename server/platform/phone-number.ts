import { createRequire } from 'node:module'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'

const load = createRequire(import.meta.url)

/** Loads the package on first use, because its tables take 8 MB of memory. */
function parsePhoneNumber(text: string, country?: CountryCode): PhoneNumber | undefined {
  const library: typeof import('libphonenumber-js/max') = load('libphonenumber-js/max')
  return library.parsePhoneNumberFromString(text, country)
}

/** Converts a number, by default a North American one, to E.164 ('+14035550103'); null if impossible. */
export function e164Of(phone: string): string | null {
  const parsed = parsePhoneNumber(phone, 'CA')
  return parsed?.isPossible() ? parsed.number : null
}

/** In other countries, a text can cost fifty times as much, and scammers can earn a share of the price. */
const TEXTED_COUNTRIES: ReadonlySet<CountryCode | undefined> = new Set<CountryCode>(['CA', 'US'])

const EXPENSIVE_TYPES: ReadonlySet<string | undefined> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
])

/** Returns whether we text an E.164 number. The prefix '+1' is not enough: Caribbean countries share it. */
export function canText(number: string): boolean {
  const parsed = parsePhoneNumber(number)
  return TEXTED_COUNTRIES.has(parsed?.country) && !EXPENSIVE_TYPES.has(parsed?.getType())
}
