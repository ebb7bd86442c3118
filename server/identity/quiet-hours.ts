import { Temporal } from 'temporal-polyfill'

/**
 * Local times `HH:MM`. Quiet hours last past midnight if `from` is later than `to`. There are none
 * if both are equal.
 */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/**
 * Returns when the current quiet hours end by local time in this zone, or undefined if it is not
 * quiet now. If the clocks change during them, they end as soon as local time is outside the quiet
 * hours: earlier if the last hour is skipped. An hour that occurs twice is quiet both times.
 */
export function quietUntil(now: Date, hours: QuietHours, timeZone: string): Date | undefined {
  let at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  if (!isQuiet(at, hours)) return undefined
  // Repeats if it is still quiet, or quiet again, after the clocks have changed.
  while (isQuiet(at, hours)) {
    const untilEnd = at.toPlainTime().until(hours.to).total('nanoseconds')
    // Adds elapsed time, which differs from local time if the clocks change before the end.
    const end = at.add({ nanoseconds: untilEnd < 0 ? untilEnd + DAY : untilEnd })
    const change = end.offset === at.offset ? null : at.getTimeZoneTransition('next')
    at = change === null ? end : change
  }
  return new Date(at.epochMilliseconds)
}

function isQuiet(at: Temporal.ZonedDateTime, { from, to }: QuietHours): boolean {
  const time = at.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' })
  return from <= to ? from <= time && time < to : from <= time || time < to
}

/** In nanoseconds. */
const DAY = 24 * 3_600_000_000_000
