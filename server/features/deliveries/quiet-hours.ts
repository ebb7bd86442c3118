import { Temporal } from 'temporal-polyfill'

/** Local times `HH:MM`; over midnight where `from` is the later one, none where both are the same. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/**
 * When the quiet hours end that it is now, by the clock on a wall of this zone; undefined when it is
 * none. Where clocks change within them, they end when the wall's clock first shows a time outside:
 * an hour sooner where it is skipped, and an hour that comes twice is as quiet the second time.
 */
export function quietUntil(now: Date, hours: QuietHours, timeZone: string): Date | undefined {
  let at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  if (!isQuiet(at, hours)) return undefined
  // A second round is needed where the clocks, once changed, show quiet hours still or again.
  while (isQuiet(at, hours)) {
    const left = at.toPlainTime().until(Temporal.PlainTime.from(hours.to))
    // By hours that pass, which are not those of the wall's clock if it changes before.
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
