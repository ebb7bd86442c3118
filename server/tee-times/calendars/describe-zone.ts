import { Temporal } from 'temporal-polyfill'
import { zoned, zoneName } from '../../platform/clock.ts'

export interface ZoneDescription {
  /** The VTIMEZONE component (RFC 5545, 3.6.5). */
  readonly component: string
  readonly isCorrectAt: (instant: Date) => boolean
}

/** The year of each rule's DTSTART. It is before all rounds, so that the rules apply to all of them. */
const FIRST_YEAR = 1970
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * Describes a time zone by the rules that apply around an instant. Outlook accepts only one standard and one
 * daylight time, each with one rule for all years. The rules come from Node, because the zone data in an npm
 * package could differ from the data that computed the tee-offs.
 */
export function describeZone(timeZone: string, around: Date): ZoneDescription {
  const at = zoned(around, timeZone)
  // 'previous' leaves out a change at the instant itself, so start just after the instant.
  const last = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const next = at.getTimeZoneTransition('next')
  const changes = [last, next].flatMap((change) => (change ? [yearlyChangeOf(change)] : []))
  const [change, reversal] = changes
  const areYearly =
    change?.before.offset === reversal?.after.offset &&
    change?.after.offset === reversal?.before.offset &&
    reversal !== undefined
  if (areYearly) return describeChangingZone(timeZone, changes)
  const observances = observance('STANDARD', at, at, `${FIRST_YEAR}0101T000000`)
  return {
    component: componentOf(timeZone, observances),
    isCorrectAt: (instant) => zoned(instant, timeZone).offset === at.offset,
  }
}

function describeChangingZone(timeZone: string, changes: readonly YearlyChange[]): ZoneDescription {
  const observances = changes.flatMap((change) => {
    const { month, weekday, nth, before, after } = change
    const kind = after.offsetNanoseconds < before.offsetNanoseconds ? 'STANDARD' : 'DAYLIGHT'
    const onset = onsetIn(FIRST_YEAR, change).toString({ smallestUnit: 'second' })
    return observance(kind, before, after, onset.replace(/[-:]/g, ''), [
      `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${nth}${WEEKDAYS[weekday - 1]}`,
    ])
  })
  return {
    component: componentOf(timeZone, observances),
    isCorrectAt(instant) {
      const onsets = changes.map((change) => {
        const onset = onsetIn(instant.getUTCFullYear(), change)
        const { epochMilliseconds: at } = onset.toZonedDateTime(change.before.offset)
        return { at, offset: change.after.offset }
      })
      const pastOnsets = onsets.filter(({ at }) => at <= instant.getTime())
      // Before the year's first change, the last change of the previous year still applies.
      const latest = (pastOnsets.length > 0 ? pastOnsets : onsets).reduce((one, other) =>
        other.at > one.at ? other : one,
      )
      return latest.offset === zoned(instant, timeZone).offset
    },
  }
}

type YearlyChange = ReturnType<typeof yearlyChangeOf>

/** Describes a clock change as a yearly one, such as 'the last Sunday of March at 1:00'. */
function yearlyChangeOf(after: Temporal.ZonedDateTime) {
  const before = after.subtract({ nanoseconds: 1 })
  const local = before.toPlainDateTime().add({ nanoseconds: 1 })
  return {
    month: local.month,
    weekday: local.dayOfWeek,
    /** 1 to 4: the first to fourth such weekday of the month; -1: the last. */
    nth: local.day + 7 > local.daysInMonth ? -1 : Math.ceil(local.day / 7),
    time: local.toPlainTime(),
    before,
    after,
  }
}

/** Returns when the clocks change in a year, in local time before the change. */
function onsetIn(year: number, { month, weekday, nth, time }: YearlyChange) {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const daysBefore = (weekday - first.dayOfWeek + 7) % 7
  const weeks = nth > 0 ? nth - 1 : Math.floor((first.daysInMonth - 1 - daysBefore) / 7)
  return first.add({ days: daysBefore + 7 * weeks }).toPlainDateTime(time)
}

function observance(
  kind: 'STANDARD' | 'DAYLIGHT',
  before: Temporal.ZonedDateTime,
  after: Temporal.ZonedDateTime,
  onset: string,
  rules: readonly string[] = [],
): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset}`,
    ...rules,
    `TZOFFSETFROM:${before.offset.replace(':', '')}`,
    `TZOFFSETTO:${after.offset.replace(':', '')}`,
    `TZNAME:${zoneName(new Date(after.epochMilliseconds), after.timeZoneId)}`,
    `END:${kind}`,
  ]
}

function componentOf(timeZone: string, observances: readonly string[]): string {
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}
