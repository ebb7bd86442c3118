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
const withoutNul = z.refine<string>((value) => !value.includes('\0'), 'Text must not contain NUL')

/** A line or paragraph typed by a person: trimmed, at most `max` characters. */
export function text(max: number, tooLong = `At most ${max} characters`) {
  return z.string().check(z.trim(), z.maxLength(max, tooLong), withoutNul)
}

/** As {@link text}, and not empty. */
export function requiredText(max: number, missing: string, min = 1) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(min, missing),
      z.maxLength(max, `At most ${max} characters`),
      withoutNul,
    )
}

export const email = z
  .email('Invalid email address')
  .check(z.maxLength(254, 'At most 254 characters'))

/** A password as typed: never trimmed. Emptiness has its own message on each form. */
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

/** A password that somebody chooses. */
export const newPassword = password(
  MIN_PASSWORD_LENGTH,
  `Password must be at least ${MIN_PASSWORD_LENGTH} characters`,
)

/** A person's name; `tooShort` where a form has its own words for it. */
export function personName(tooShort = `Name must be at least ${MIN_NAME_LENGTH} characters`) {
  return requiredText(MAX_NAME_LENGTH, tooShort, MIN_NAME_LENGTH)
}

/** A phone number as people write them; `missing` where a form has its own word for an empty one. */
export function phoneNumber(missing?: string) {
  const tooShort = `Phone number must be at least ${MIN_PHONE_LENGTH} digits`
  return requiredText(MAX_PHONE_LENGTH, missing ?? tooShort).check(
    z.overwrite(asTyped),
    z.minLength(MIN_PHONE_LENGTH, tooShort),
    z.regex(/^\+?[\d\s().-]+$/, 'Use digits, spaces and + ( ) . - only'),
  )
}

/** Phones copy a number with marks that nobody sees, and dashes and spaces that no keyboard has. */
function asTyped(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

/** Three-letter zones that Intl knows besides the IANA's, of which Temporal knows nothing. */
const NOT_OF_THE_IANA =
  /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i

/** An IANA time zone that this machine knows. */
export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Pick a time zone from the list'))

function isTimeZone(name: string): boolean {
  try {
    // Offsets like '+06:00' are zones to Intl, but not to a calendar.
    return (
      /^[A-Za-z]/.test(name) &&
      !NOT_OF_THE_IANA.test(name) &&
      new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null
    )
  } catch {
    return false
  }
}

/** A row's id in a JSON body. PostgreSQL's integer is the upper bound. */
export const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/** A row's id in an address or query string. */
export const idInAddress = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'Must be a whole number')),
  z.pipe(
    z.transform((value: string) => Number(value)),
    id,
  ),
)

/** What addresses a row by its id alone. */
export const idParams = z.object({ id: idInAddress })

/** A slug or a token in an address may be anything: what is none of ours is simply not found. */
export const wordInAddress = z.string().check(z.maxLength(200), withoutNul)

const NO_DATE = 'Must be a date like 2026-05-30'

/** A local calendar date, `YYYY-MM-DD`, that exists: for PostgreSQL there is no year 0. */
export const localDate = z.iso.date(NO_DATE).check(z.regex(/^(?!0000)/, NO_DATE))

/** A local time of day, 24-hour `HH:MM`. */
export const localTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 08:12'))

/** An instant in ISO 8601 with zone. */
export const instant = z.iso.datetime({ offset: true })

export const done = z.object({ message: z.string() })

/** A call's body may name who asks; it must be the signed-in golfer. */
export const requester = z.object({ requesterId: z.optional(id) })
