import { Temporal } from 'temporal-polyfill'

/** The one source of 'now', so that tests can walk through time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Returns the version of the time-zone rules that this process knows, like '2026a': later ones sort later.
 * All instants are computed with these rules, and none with those of PostgreSQL.
 */
export function zoneRulesVersion(): string {
  const { tz } = process.versions
  if (tz === undefined) throw new Error('This Node has no time-zone data')
  return tz
}

/**
 * The instant of a local date (`YYYY-MM-DD`) and time (`HH:MM`) in an IANA zone. A time that exists
 * twice (clocks going back) is the first; one that does not exist (clocks going forward) is undefined.
 */
export function instantOf(date: string, time: string, timeZone: string): Date | undefined {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  // 'compatible' moves a skipped time forward by the gap, so it no longer reads as what was asked.
  if (!zoned.toPlainDateTime().equals(local)) return undefined
  return new Date(zoned.epochMilliseconds)
}

/** The last second of a local date (`YYYY-MM-DD`) in an IANA zone. */
export function endOfDay(date: string, timeZone: string): Date {
  // The day after begins at its first moment, which need not be midnight.
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone)
  return new Date(next.epochMilliseconds - 1_000)
}

/** As {@link instantOf}; for a time that does not exist, the moment at which the clocks skip it. */
export function instantAt(date: string, time: string, timeZone: string): Date {
  const exact = instantOf(date, time, timeZone)
  if (exact !== undefined) return exact
  const after = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  // 'Previous' is strictly before, and the skipped hour's first minute is the moment itself.
  const skip = after.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return new Date((skip ?? after).epochMilliseconds)
}

/** Today's date, `YYYY-MM-DD`, in an IANA zone. */
export function localDateOf(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toPlainDate().toString()
}

/** The clock on a wall, 24-hour `HH:MM`, in an IANA zone. */
export function localTimeOf(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute', roundingMode: 'floor' })
}

/** The local date `days` after (or, negative, before) a local date. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

// Made once: each formatter holds tens of kilobytes outside of JavaScript's heap, which the collector
// does not see, and a message in many copies would need hundreds of them.
const READABLE_DATE = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const DATE_WITH_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const READABLE_TIME = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})
const ZONE_NAMES = new Map<string, Intl.DateTimeFormat>()

/** How a person reads a local date: 'Sat, May 30'. */
export function readableDate(date: string): string {
  return READABLE_DATE.format(midnightOf(date))
}

/** As {@link readableDate}, for one that may be months ahead: 'May 30, 2026'. */
export function datedWithYear(date: string): string {
  return DATE_WITH_YEAR.format(midnightOf(date))
}

function midnightOf(date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds
}

/** How a person reads a local time: '8:12 AM'. */
export function readableTime(time: string): string {
  const onSomeDay = Temporal.PlainDate.from('2000-01-01').toZonedDateTime({
    timeZone: 'UTC',
    plainTime: time,
  })
  // A narrow space before AM would cost a text its alphabet.
  return READABLE_TIME.format(onSomeDay.epochMilliseconds).replace(/\s/g, ' ')
}

/** What an IANA zone is called in short at an instant: 'MDT'. */
export function zoneName(instant: Date, timeZone: string): string {
  const known =
    ZONE_NAMES.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  ZONE_NAMES.set(timeZone, known)
  const parts = known.formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Whether clocks in two IANA zones show the same at an instant. */
export function isSameClock(instant: Date, one: string, other: string): boolean {
  return one === other || zoned(instant, one).offset === zoned(instant, other).offset
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
}
