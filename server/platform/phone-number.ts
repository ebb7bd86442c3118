import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number as people write it, in E.164 ('+14035550103'); without a country's code it is a North
 * American one. Null when it is none that could take a text.
 */
export function e164Of(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, 'CA')
  return parsed?.isPossible() ? parsed.number : null
}
