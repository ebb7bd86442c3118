import { Temporal } from 'temporal-polyfill'

/** Local times `HH:MM`. Past midnight if `from` is later than `to`; none if both are equal. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/**
 * Returns when the current quiet hours end by local time in this zone, or undefined outside them. If the
 * clocks change meanwhile, they end when local time first shows a time outside: earlier if that hour is
 * skipped, and an hour that occurs twice is quiet both times.
 */
export function quietUntil(now: Date, hours: QuietHours, timeZone: string): Date | undefined {
  let at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  if (!isQuiet(at, hours)) return undefined
  // Repeats if it is still, or again, quiet after the clocks have changed.
  while (isQuiet(at, hours)) {
    const left = at.toPlainTime().until(Temporal.PlainTime.from(hours.to))
    // In elapsed hours, which differ from local time if the clocks change before.
    const end = at.add({ nanoseconds: nanosecondsOfDay(left) })
    const change = end.offset === at.offset ? null : at.getTimeZoneTransition('next')
    at = change === null ? end : change
  }
  return new Date(at.epochMilliseconds)
}

function isQuiet(at: Temporal.ZonedDateTime, { from, to }: QuietHours): boolean {
  const time = at.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' })
  return from <= to ? from <= time && time < to : from <= time || time < to
}

const DAY = 24 * 3_600_000_000_000

function nanosecondsOfDay(left: Temporal.Duration): number {
  const total = left.total('nanoseconds')
  return total < 0 ? total + DAY : total
}
