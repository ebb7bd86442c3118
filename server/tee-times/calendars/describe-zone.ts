import { Temporal } from 'temporal-polyfill'
import { zoned, zoneName } from '../../platform/clock.ts'

export interface ZoneDescription {
  /** The VTIMEZONE component (RFC 5545, 3.6.5). */
  readonly component: string
  /** Returns whether the component gives the correct local time at an instant. */
  readonly holds: (instant: Date) => boolean
}

/** A yearly clock change, such as 'the last Sunday of March at 1:00'. */
interface YearlyChange {
  readonly month: number
  /** 1 is Monday. */
  readonly weekday: number
  /** 1 to 4: the first to fourth such weekday of the month; -1: the last. */
  readonly nth: number
  /** Local time before the change. */
  readonly time: Temporal.PlainTime
  /** UTC offset before the change, in nanoseconds. */
  readonly offsetFrom: number
  /** UTC offset after the change, in nanoseconds. */
  readonly offsetTo: number
  /** The zone's abbreviation after the change, such as 'MDT'. */
  readonly name: string
}

/** The year of each rule's DTSTART. It is before all rounds, so that the rules apply to each of them. */
const FIRST_YEAR = 1970
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * Describes an IANA time zone by the rules that apply around an instant. Outlook accepts only one standard
 * and one daylight time, each with one rule for all years. So the component is correct only where `holds`
 * returns true. The component is built from the zone data that the rest of the app uses, because the data in
 * an npm package could differ.
 */
export function describeZone(timeZone: string, around: Date): ZoneDescription {
  const at = zoned(around, timeZone)
  // 'previous' leaves out a change at the instant itself, so start just after the instant.
  const last = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const next = at.getTimeZoneTransition('next')
  const changes = [last, next].flatMap((change) =>
    change ? [yearlyChangeOf(change, timeZone)] : [],
  )
  const [there, back] = changes
  const areYearly =
    there?.offsetFrom === back?.offsetTo &&
    there?.offsetTo === back?.offsetFrom &&
    back !== undefined
  return areYearly
    ? describeChangingZone(timeZone, changes)
    : describeFixedZone(timeZone, at, zoneName(around, timeZone))
}

function describeChangingZone(timeZone: string, changes: readonly YearlyChange[]): ZoneDescription {
  const observances = changes.flatMap((change) => {
    const day = WEEKDAYS[change.weekday - 1]
    return observance(change.offsetTo < change.offsetFrom ? 'STANDARD' : 'DAYLIGHT', change, [
      `DTSTART:${formatLocal(onsetIn(FIRST_YEAR, change))}`,
      `RRULE:FREQ=YEARLY;BYMONTH=${change.month};BYDAY=${change.nth}${day}`,
    ])
  })
  return {
    component: componentOf(timeZone, observances),
    holds(instant) {
      const onsets = changes.map((change) => momentIn(instant.getUTCFullYear(), change))
      const begun = onsets.filter(({ at }) => at <= instant.getTime())
      // Before the year's first change, the last change of the previous year still applies.
      const latest = (begun.length > 0 ? begun : onsets).reduce((one, other) =>
        other.at > one.at ? other : one,
      )
      return latest.offset === zoned(instant, timeZone).offsetNanoseconds
    },
  }
}

function momentIn(year: number, change: YearlyChange) {
  const local = onsetIn(year, change).toZonedDateTime('UTC').epochMilliseconds
  return { at: local - change.offsetFrom / 1e6, offset: change.offsetTo }
}

function describeFixedZone(
  timeZone: string,
  at: Temporal.ZonedDateTime,
  name: string,
): ZoneDescription {
  const { offsetNanoseconds: offset } = at
  const fixed = { offsetFrom: offset, offsetTo: offset, name }
  const observances = observance('STANDARD', fixed, [`DTSTART:${FIRST_YEAR}0101T000000`])
  return {
    component: componentOf(timeZone, observances),
    holds: (instant) => zoned(instant, timeZone).offsetNanoseconds === offset,
  }
}

function yearlyChangeOf(change: Temporal.ZonedDateTime, timeZone: string): YearlyChange {
  const offsetFrom = change.subtract({ nanoseconds: 1 }).offsetNanoseconds
  const local = change.withTimeZone('UTC').add({ nanoseconds: offsetFrom }).toPlainDateTime()
  return {
    month: local.month,
    weekday: local.dayOfWeek,
    nth: local.day + 7 > local.daysInMonth ? -1 : Math.ceil(local.day / 7),
    time: local.toPlainTime(),
    offsetFrom,
    offsetTo: change.offsetNanoseconds,
    name: zoneName(new Date(change.epochMilliseconds), timeZone),
  }
}

/** Returns when the clocks change in a year, in local time before the change. */
function onsetIn(
  year: number,
  { month, weekday, nth, time }: YearlyChange,
): Temporal.PlainDateTime {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const before = (weekday - first.dayOfWeek + 7) % 7
  const weeks = nth > 0 ? nth - 1 : Math.floor((first.daysInMonth - 1 - before) / 7)
  return first.add({ days: before + 7 * weeks }).toPlainDateTime(time)
}

function observance(
  kind: 'STANDARD' | 'DAYLIGHT',
  { offsetFrom, offsetTo, name }: Pick<YearlyChange, 'offsetFrom' | 'offsetTo' | 'name'>,
  onset: readonly string[],
): string[] {
  return [
    `BEGIN:${kind}`,
    ...onset,
    `TZOFFSETFROM:${offsetText(offsetFrom)}`,
    `TZOFFSETTO:${offsetText(offsetTo)}`,
    `TZNAME:${name}`,
    `END:${kind}`,
  ]
}

function componentOf(timeZone: string, observances: readonly string[]): string {
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}

/** Formats an offset as '-0600'. */
function offsetText(nanoseconds: number): string {
  const minutes = Math.abs(nanoseconds) / 60e9
  const digits = Math.floor(minutes / 60) * 100 + (minutes % 60)
  return `${nanoseconds < 0 ? '-' : '+'}${String(digits).padStart(4, '0')}`
}

/** Formats a local time as '20260530T081200'. */
function formatLocal(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}
