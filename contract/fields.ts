import * as z from 'zod/mini'
import {
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PHONE_LENGTH,
  MIN_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_PHONE_LENGTH,
} from './limits.ts'

/** PostgreSQL stores no NUL in text, so no text field may carry one. */
const withoutNul = z.refine<string>(
  (value) => !value.includes('\0'),
  "Text can't contain NUL characters",
)

/**
 * Marks that change the direction of the text around them (UAX #9). Arabic and Hebrew read correctly
 * without them. In a name they would rearrange the text that the screen shows beside it.
 */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * A visible letter, number or symbol such as an emoji. Some characters of these kinds are invisible: Hangul
 * fillers count as letters, an empty Braille cell (U+2800) and a null notehead (U+1D159) as symbols.
 */
const VISIBLE = /(?!\p{DI}|[\u2800\u{1D159}])[\p{L}\p{N}\p{S}]/u

/** Returns text as one line: no direction marks or control characters, breaks and tabs as spaces. */
export function asOneLine(typed: string): string {
  return typed
    .replace(BIDI_CONTROLS, '')
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
}

/** Returns text with its line breaks and tabs, without direction marks and control characters. */
function asParagraphs(typed: string): string {
  return typed.replace(BIDI_CONTROLS, '').replace(/(?![\t\n\r])\p{Cc}/gu, '')
}

/** Returns whether a name has at least one visible character. */
export function isVisible(name: string): boolean {
  return VISIBLE.test(name)
}

const tooLongFor = (max: number) => `At most ${max} characters`

/** One line typed by a person: cleaned, trimmed, at most `max` characters. */
export function line(max: number) {
  return z
    .string()
    .check(withoutNul, z.overwrite(asOneLine), z.trim(), z.maxLength(max, tooLongFor(max)))
}

/** Like {@link line}, but not empty. */
export function requiredLine(max: number, missing: string, min = 1) {
  return line(max).check(z.minLength(min, { error: missing, abort: true }))
}

/** The name of someone or something: like {@link line}, with at least one visible character. */
export function visibleLine(max: number, missing: string, min = 1) {
  return requiredLine(max, missing, min).check(
    z.refine((value) => isVisible(value), 'Use at least one letter or number'),
  )
}

/** Text of one or more lines typed by a person: cleaned, trimmed, at most `max` characters. */
export function text(max: number) {
  return z
    .string()
    .check(withoutNul, z.overwrite(asParagraphs), z.trim(), z.maxLength(max, tooLongFor(max)))
}

/** Like {@link text}, but not empty. */
export function requiredText(max: number, missing: string) {
  return text(max).check(z.minLength(1, missing))
}

/** One of the keys of a record. */
export function keyOf<Key extends string>(record: Readonly<Record<Key, unknown>>) {
  return z.enum(Object.keys(record) as Key[])
}

export const email = z
  .email('Invalid email address')
  .check(z.maxLength(254, 'At most 254 characters'))

/** A password exactly as typed, never trimmed. Each form has its own message for an empty one. */
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

/** A newly chosen password. */
export const newPassword = password(
  MIN_PASSWORD_LENGTH,
  `Password must be at least ${MIN_PASSWORD_LENGTH} characters`,
)

/** A person's name; `tooShort` replaces the default message for a name that is too short. */
export function personName(tooShort = `Name must be at least ${MIN_NAME_LENGTH} characters`) {
  return visibleLine(MAX_NAME_LENGTH, tooShort, MIN_NAME_LENGTH)
}

/** A phone number as people write it; `missing` replaces the default message for an empty one. */
export function phoneNumber(missing?: string) {
  const tooShort = `Phone number must be at least ${MIN_PHONE_LENGTH} digits`
  return requiredLine(MAX_PHONE_LENGTH, missing ?? tooShort).check(
    z.overwrite(asTyped),
    z.minLength(MIN_PHONE_LENGTH, tooShort),
    z.regex(/^\+?[\d\s().-]+$/, 'Use digits, spaces and + ( ) . - only'),
  )
}

/** Removes the invisible marks and typographic dashes and spaces that phones add to copied numbers. */
function asTyped(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

/** Three-letter zones that Intl accepts in addition to IANA's, but Temporal does not. */
const NON_IANA_ZONES =
  /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i

/** An IANA time zone that this machine knows. */
export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Pick a time zone from the list'))

function isTimeZone(name: string): boolean {
  try {
    // Intl accepts offsets like '+06:00' as zones, but calendars do not.
    return (
      /^[A-Za-z]/.test(name) &&
      !NON_IANA_ZONES.test(name) &&
      new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null
    )
  } catch {
    return false
  }
}

/** A row's id in a JSON body. PostgreSQL's integer is the upper bound. */
export const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/** A row's id in an address or query string. */
export const urlId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'Must be a whole number')),
  z.pipe(
    z.transform((value: string) => Number(value)),
    id,
  ),
)

/** Path parameters that identify a row by its id alone. */
export const idParams = z.object({ id: urlId })

/** A slug or token in a URL. Any text is allowed; an unknown one gets 404. */
export const urlToken = z.string().check(z.maxLength(200), withoutNul)

const NOT_A_DATE = 'Must be a date like 2026-05-30'

/** A local calendar date that exists, `YYYY-MM-DD`. PostgreSQL has no year 0. */
export const localDate = z.iso.date(NOT_A_DATE).check(z.regex(/^(?!0000)/, NOT_A_DATE))

/** A local time of day, 24-hour `HH:MM`. */
export const localTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 08:12'))

/** An instant in ISO 8601 with zone. */
export const instant = z.iso.datetime({ offset: true })

/** The answer of a call that returns only a message for the person. */
export const done = z.object({ message: z.string() })

/** A body that may name the requester, who must be the signed-in golfer. */
export const requester = z.object({ requesterId: z.optional(id) })
