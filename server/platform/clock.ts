import { Temporal } from 'temporal-polyfill'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Returns the version of Node's time-zone data, such as '2026a'. Newer versions sort after older ones. */
export function timeZoneDataVersion(): string {
  const { tz } = process.versions
  if (tz === undefined) throw new Error('This build of Node has no time-zone data')
  return tz
}

/** Returns the instant of a local time (`HH:MM`): the first if it occurs twice, undefined if skipped. */
export function instantOf(date: string, time: string, timeZone: string): Date | undefined {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  // 'compatible' moves a skipped time forward by the gap, so the result no longer equals the given time.
  if (!zoned.toPlainDateTime().equals(local)) return undefined
  return new Date(zoned.epochMilliseconds)
}

export function endOfDay(date: string, timeZone: string): Date {
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone)
  return new Date(next.epochMilliseconds - 1_000)
}

/** Like {@link instantOf}, but if the clocks skip the time, returns the moment at which they change. */
export function instantAt(date: string, time: string, timeZone: string): Date {
  const exact = instantOf(date, time, timeZone)
  if (exact !== undefined) return exact
  const after = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  // The search ignores its starting point. Without the nanosecond, it would miss a transition at `after`.
  const transition = after.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return new Date((transition ?? after).epochMilliseconds)
}

export function localDateOf(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toPlainDate().toString()
}

export function localTimeOf(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

// Created once, because each formatter uses tens of kilobytes outside the JavaScript heap.
const DATE_FORMATTER = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const DATE_WITH_YEAR_FORMATTER = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: 'UTC',
})
const TIME_FORMATTER = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})
const ZONE_FORMATTERS = new Map<string, Intl.DateTimeFormat>()

export function readableDate(date: string): string {
  return DATE_FORMATTER.format(Date.parse(date))
}

export function readableDateWithYear(date: string): string {
  return DATE_WITH_YEAR_FORMATTER.format(Date.parse(date))
}

export function readableTime(time: string): string {
  // Intl's narrow no-break space is not in the SMS alphabet (GSM 03.38): a text would need more segments.
  return TIME_FORMATTER.format(Date.parse(`2000-01-01T${time}Z`)).replace(/\s/g, ' ')
}

export function zoneName(instant: Date, timeZone: string): string {
  const formatter =
    ZONE_FORMATTERS.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  ZONE_FORMATTERS.set(timeZone, formatter)
  const parts = formatter.formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export function isSameClock(instant: Date, zone: string, otherZone: string): boolean {
  return zone === otherZone || zoned(instant, zone).offset === zoned(instant, otherZone).offset
}

export function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
}
