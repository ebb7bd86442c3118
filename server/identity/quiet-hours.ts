import { Temporal } from 'temporal-polyfill'
import { zoned } from '../platform/clock.ts'

/**
 * Local times `HH:MM`. If `from` is later than `to`, quiet hours continue past midnight. If both are equal,
 * there are no quiet hours.
 */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/**
 * Returns when the current quiet hours end; undefined outside quiet hours. When the clocks change, local time
 * decides. If the clocks skip the end of quiet hours, quiet hours end when the clocks change. If an hour
 * occurs twice, it is quiet both times.
 */
export function quietUntil(now: Date, hours: QuietHours, timeZone: string): Date | undefined {
  let at = zoned(now, timeZone)
  if (!isQuiet(at, hours)) return undefined
  // Each pass moves `at` to the end of the quiet hours or to the next clock change, whichever is first.
  while (isQuiet(at, hours)) {
    const untilEnd = at.toPlainTime().until(hours.to).total('nanoseconds')
    // Adds elapsed time, not local time. If the clocks change before `end`, the loop continues from there.
    const end = at.add({ nanoseconds: untilEnd < 0 ? untilEnd + DAY_IN_NANOSECONDS : untilEnd })
    const clockChange = end.offset === at.offset ? null : at.getTimeZoneTransition('next')
    at = clockChange === null ? end : clockChange
  }
  return new Date(at.epochMilliseconds)
}

/**
 * Returns the last start of quiet hours at or before `moment`, and the next one after it. If the clocks skip
 * `from`, a start is later by the length of the gap, even if that is past midnight.
 */
export function quietStartsAround(moment: Date, { from }: QuietHours, timeZone: string) {
  const at = zoned(moment, timeZone)
  const startIn = (days: number) =>
    at.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: from })
  const today = startIn(0)
  const [last, next] =
    Temporal.ZonedDateTime.compare(today, at) <= 0 ? [today, startIn(1)] : [startIn(-1), today]
  return { last: last.epochMilliseconds, next: next.epochMilliseconds }
}

function isQuiet(at: Temporal.ZonedDateTime, { from, to }: QuietHours): boolean {
  const time = at.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' })
  return from <= to ? from <= time && time < to : from <= time || time < to
}

const DAY_IN_NANOSECONDS = 24 * 3_600_000_000_000
