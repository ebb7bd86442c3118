import * as z from 'zod/mini'
import {
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PHONE_LENGTH,
  MIN_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_PHONE_LENGTH,
} from './limits.ts'

const withoutNul = z.refine<string>(
  (value) => !value.includes('\0'),
  "This text has a character we can't save. Retype the text.",
)

/** Control characters that reorder the text around them (UAX #9). Arabic and Hebrew do not need them. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * A visible letter, digit or symbol. The first group excludes letters and symbols that are invisible: Hangul
 * fillers, the empty Braille cell, the null notehead.
 */
const VISIBLE = /(?!\p{DI}|[\u2800\u{1D159}])[\p{L}\p{N}\p{S}]/u

export function asOneLine(typed: string): string {
  return typed
    .replace(BIDI_CONTROLS, '')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
}

function asParagraphs(typed: string): string {
  return typed.replace(BIDI_CONTROLS, '').replace(/(?![\t\n\r])\p{Cc}/gu, '')
}

export function isVisible(name: string): boolean {
  return VISIBLE.test(name)
}

function cleanText(clean: (typed: string) => string, max: number) {
  const tooLong = `Use at most ${max} characters`
  return z.string().check(withoutNul, z.overwrite(clean), z.trim(), z.maxLength(max, tooLong))
}

export const line = (max: number) => cleanText(asOneLine, max)

/** Like {@link line}, but keeps line breaks. */
export const text = (max: number) => cleanText(asParagraphs, max)

/** `missing` is the error message for a line that is too short. */
export function requiredLine(max: number, missing: string, min = 1) {
  return line(max).check(z.minLength(min, { error: missing, abort: true }))
}

export function visibleLine(max: number, missing: string, min = 1) {
  return requiredLine(max, missing, min).check(
    z.refine(isVisible, 'Use at least one letter or number'),
  )
}

export function enumOfKeys<Key extends string>(record: Readonly<Record<Key, unknown>>) {
  return z.enum(Object.keys(record) as Key[])
}

export const email = z
  .email('Invalid email address')
  .check(z.maxLength(254, 'Use at most 254 characters'))

/** Keeps spaces at both ends. `message` is the error message for a password that is too short. */
export function password(min: number, message: string) {
  return z
    .string()
    .check(
      z.minLength(min, message),
      z.maxLength(
        MAX_PASSWORD_LENGTH,
        `Password must be at most ${MAX_PASSWORD_LENGTH} characters`,
      ),
    )
}

export const newPassword = password(
  MIN_PASSWORD_LENGTH,
  `Password must be at least ${MIN_PASSWORD_LENGTH} characters`,
)

export function personName(tooShort = `Name must be at least ${MIN_NAME_LENGTH} characters`) {
  return visibleLine(MAX_NAME_LENGTH, tooShort, MIN_NAME_LENGTH)
}

/** `missing` is the error message for an empty phone number. */
export function phoneNumber(missing?: string) {
  const tooShort = `Phone number must be at least ${MIN_PHONE_LENGTH} digits`
  return requiredLine(MAX_PHONE_LENGTH, missing ?? tooShort).check(
    z.overwrite(withPlainCharacters),
    // The overwrite can make the number longer, because '⑴' becomes '(1)'.
    z.maxLength(MAX_PHONE_LENGTH, `Use at most ${MAX_PHONE_LENGTH} characters`),
    z.minLength(MIN_PHONE_LENGTH, tooShort),
    z.regex(/^\+?[\d\s().-]+$/, 'Use only digits, spaces, and these: + ( ) . -'),
  )
}

/** Phones add invisible characters and typographic dashes to copied numbers. */
function withPlainCharacters(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

/** Zones that Intl accepts although IANA does not list them. Temporal rejects them. */
const NON_IANA_ZONES =
  /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i

export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Pick a time zone from the list'))

function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts offsets such as '+06:00' as time zones, but calendar apps do not.
    return (
      /^[A-Za-z]/.test(name) &&
      !NON_IANA_ZONES.test(name) &&
      new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null
    )
  } catch {
    return false
  }
}

/** The maximum is that of PostgreSQL's `integer`. */
export const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

export function numberInUrl(number: z.ZodMiniNumberFormat) {
  return z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'Must be a whole number')),
    z.pipe(z.transform(Number), number),
  )
}

export const urlId = numberInUrl(id)

/** Accepts any slug or token, because an unknown one gets 404. */
export const slugOrToken = z.string().check(z.maxLength(200), withoutNul)

const NOT_A_DATE = 'Must be a date like 2026-05-30'

/** Refuses year 0, which PostgreSQL does not have. */
export const localDate = z.iso.date(NOT_A_DATE).check(z.regex(/^(?!0000)/, NOT_A_DATE))

export const localTime = z
  .string()
  .check(
    z.minLength(1, { error: 'Enter a time', abort: true }),
    z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 08:12'),
  )

export const instant = z.iso.datetime({ offset: true })

export const messageBody = z.object({ message: z.string() })

/** A client may omit the id. If it sends one, it must be that of the signed-in golfer. */
export const requester = z.object({ requesterId: z.optional(id) })
